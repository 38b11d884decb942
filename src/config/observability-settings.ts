import { optionalOption, optionWithDefault, switchOption } from "./option.ts";
import { parseListenAddress } from "./parse-listen-address.ts";
import { parseDuration, parseOneOf } from "./value-parsers.ts";

/** The settings for logs, metrics and readiness. */
export const observabilitySettings = {
  logLevel: optionWithDefault({
    flag: "log-level",
    variable: "GATEHOUSE_LOG_LEVEL",
    placeholder: "LEVEL",
    fallback: "info",
    description: "The lowest level that is logged: debug, info, warn or error.",
    parse: parseOneOf("debug", "info", "warn", "error"),
  }),
  logFormat: optionWithDefault({
    flag: "log-format",
    variable: "GATEHOUSE_LOG_FORMAT",
    placeholder: "FORMAT",
    fallback: "text",
    description: "The format of a log line: text or json.",
    parse: parseOneOf("text", "json"),
  }),
  logRequests: switchOption({
    flag: "log-requests",
    variable: "GATEHOUSE_LOG_REQUESTS",
    description: "Logs a line for every request; this slows the server down noticeably.",
  }),
  metrics: optionWithDefault({
    flag: "metrics",
    variable: "GATEHOUSE_METRICS",
    placeholder: "on|off",
    fallback: "on",
    description:
      "Whether to serve /metrics for Prometheus. It needs no token: it shows numbers only, and no " +
      "names of features, environments or clients.",
    parse: parseOneOf("on", "off"),
  }),
  metricsAddress: optionalOption({
    flag: "metrics-address",
    variable: "GATEHOUSE_METRICS_ADDRESS",
    placeholder: "HOST:PORT",
    description:
      "An address of its own for /metrics, over plain HTTP; the server's other port then does not " +
      "serve it.",
    parse: parseListenAddress,
  }),
  selftestEvery: optionalOption({
    flag: "selftest-every",
    variable: "GATEHOUSE_SELFTEST_EVERY",
    placeholder: "TIME",
    description:
      "The time between self-tests in another process, such as 6h or 1d, with data of their own in the " +
      "directory for temporary files; without it there are none.",
    parse: parseDuration("1h", "30d"),
  }),
  ofrepTelemetry: optionWithDefault({
    flag: "ofrep-telemetry",
    variable: "GATEHOUSE_OFREP_TELEMETRY",
    placeholder: "on|off",
    fallback: "on",
    mode: "hosted",
    description:
      "Whether the evaluations that the server makes over OFREP count as telemetry; off if clients " +
      "submit counts of them.",
    parse: parseOneOf("on", "off"),
  }),
};
