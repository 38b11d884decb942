import { list, toggle, withDefault } from "./option.ts";
import { integer, oneOf } from "./parse.ts";
import { parseOrigin } from "./parse-network.ts";

/** What those who run a server can tell it about watching it, and about browsers. */
export const operationsSettings = {
  logLevel: withDefault({
    flag: "log-level",
    variable: "GATEHOUSE_LOG_LEVEL",
    placeholder: "LEVEL",
    fallback: "info",
    description: "The lowest level that is logged: debug, info, warn or error.",
    parse: oneOf("debug", "info", "warn", "error"),
  }),
  logFormat: withDefault({
    flag: "log-format",
    variable: "GATEHOUSE_LOG_FORMAT",
    placeholder: "FORMAT",
    fallback: "text",
    description: "How a log line is written: text or json.",
    parse: oneOf("text", "json"),
  }),
  logRequests: toggle({
    flag: "log-requests",
    variable: "GATEHOUSE_LOG_REQUESTS",
    description: "Logs a line for every request. This makes the server clearly slower.",
  }),
  metrics: withDefault({
    flag: "metrics",
    variable: "GATEHOUSE_METRICS",
    placeholder: "on|off",
    fallback: "on",
    description:
      "Whether /metrics is served. It needs no token; its numbers name no feature, no environment " +
      "and no client.",
    parse: oneOf("on", "off"),
  }),
  diskFloor: withDefault({
    flag: "disk-floor",
    variable: "GATEHOUSE_DISK_FLOOR",
    placeholder: "MEBIBYTES",
    fallback: "64",
    description: "If the disk of the data directory has less free space, /readyz answers 503.",
    parse: integer(0, 1_048_576),
  }),
  corsOrigins: list({
    flag: "cors-origin",
    variable: "GATEHOUSE_CORS_ORIGIN",
    placeholder: "ORIGIN",
    description:
      "An origin, such as https://app.example, whose pages may use the API from a browser.",
    parse: parseOrigin,
  }),
};
