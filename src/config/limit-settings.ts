import { listOption, optionalOption, optionWithDefault } from "./option.ts";
import { parseNetwork } from "./parse-network.ts";
import { parseRate } from "./parse-rate.ts";
import { parseInteger } from "./value-parsers.ts";

/** The settings that limit the use of the server by clients. */
export const limitSettings = {
  requestTimeout: optionWithDefault({
    flag: "request-timeout",
    variable: "GATEHOUSE_REQUEST_TIMEOUT",
    placeholder: "SECONDS",
    fallback: "30",
    description:
      "How long the body of a request may take to arrive; after that, the answer is 408. " +
      "Connections are closed 5 seconds later if they are idle or their request is not answered.",
    parse: parseInteger(1, 255),
  }),
  importLimit: optionWithDefault({
    flag: "import-limit",
    variable: "GATEHOUSE_IMPORT_LIMIT",
    placeholder: "MEBIBYTES",
    fallback: "50",
    description:
      "The largest body of an import, before and after decompression. Other bodies are limited " +
      "to 1 MiB, compressed telemetry to 256 KiB.",
    parse: parseInteger(1, 50),
  }),
  tokenRate: optionalOption({
    flag: "rate-limit-token",
    variable: "GATEHOUSE_RATE_LIMIT_TOKEN",
    placeholder: "RATE[:BURST]",
    mode: "hosted",
    description: "How many requests per second a token may send, and how many at once (BURST).",
    parse: parseRate,
  }),
  addressRate: optionalOption({
    flag: "rate-limit-address",
    variable: "GATEHOUSE_RATE_LIMIT_ADDRESS",
    placeholder: "RATE[:BURST]",
    description:
      "How many requests per second a client address (for IPv6, a /64 network) may send, and how " +
      "many at once (BURST); /healthz and /readyz are not counted.",
    parse: parseRate,
  }),
  connectionLimit: optionalOption({
    flag: "connection-limit",
    variable: "GATEHOUSE_CONNECTION_LIMIT",
    placeholder: "COUNT",
    description:
      "How many connections a client address (for IPv6, a /64 network) may have; 0 for no limit. " +
      "256 unless given, and no limit with --trusted-proxy. Connections of trusted proxies are not " +
      "counted. Idle connections count on Linux only.",
    parse: parseInteger(0, 1_000_000),
  }),
  trustedProxies: listOption({
    flag: "trusted-proxy",
    variable: "GATEHOUSE_TRUSTED_PROXY",
    placeholder: "NETWORK",
    description:
      "The address or network, such as 10.0.0.0/8, of proxies whose X-Forwarded-For header holds " +
      "the client address; from other addresses, the header is ignored.",
    parse: parseNetwork,
  }),
};
