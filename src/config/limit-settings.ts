import { list, optional, withDefault } from "./option.ts";
import { integer } from "./parse.ts";
import { parseNetwork } from "./parse-network.ts";
import { parseRate } from "./parse-rate.ts";

/** What keeps one client, or many, from taking what the others need. */
export const limitSettings = {
  requestTimeout: withDefault({
    flag: "request-timeout",
    variable: "GATEHOUSE_REQUEST_TIMEOUT",
    placeholder: "SECONDS",
    fallback: "30",
    description:
      "How long a request may take, from its headers to its answer, and how long a connection may " +
      "be idle. After that the connection is closed.",
    parse: integer(1, 255),
  }),
  importLimit: withDefault({
    flag: "import-limit",
    variable: "GATEHOUSE_IMPORT_LIMIT",
    placeholder: "MEBIBYTES",
    fallback: "50",
    description:
      "The largest body of an import, both compressed and uncompressed. Other bodies may have 1 " +
      "MiB, and compressed telemetry 256 KiB.",
    parse: integer(1, 50),
  }),
  headerLimit: withDefault({
    flag: "header-limit",
    variable: "GATEHOUSE_HEADER_LIMIT",
    placeholder: "KIBIBYTES",
    fallback: "16",
    description:
      "The largest size of the request line and all headers together. A larger request is answered " +
      "431 without a body, and so is one with more than about a hundred headers.",
    parse: integer(4, 1_024),
  }),
  urlLimit: withDefault({
    flag: "url-limit",
    variable: "GATEHOUSE_URL_LIMIT",
    placeholder: "CHARACTERS",
    fallback: "16384",
    description: "The longest URL. The header limit applies to it too.",
    parse: integer(256, 1_048_576),
  }),
  tokenRate: optional({
    flag: "rate-limit-token",
    variable: "GATEHOUSE_RATE_LIMIT_TOKEN",
    placeholder: "RATE[:BURST]",
    mode: "hosted",
    description: "How many requests a second each token may send, and how many at once.",
    parse: parseRate,
  }),
  addressRate: optional({
    flag: "rate-limit-address",
    variable: "GATEHOUSE_RATE_LIMIT_ADDRESS",
    placeholder: "RATE[:BURST]",
    description:
      "How many requests a second each client address (in IPv6, each /64 network) may send, and " +
      "how many at once. /healthz, /readyz and /metrics do not count.",
    parse: parseRate,
  }),
  trustedProxies: list({
    flag: "trusted-proxy",
    variable: "GATEHOUSE_TRUSTED_PROXY",
    placeholder: "NETWORK",
    description:
      "The address or network of a proxy, such as 10.0.0.0/8. Its X-Forwarded-For header gives the " +
      "client address; the header is ignored in requests from anyone else.",
    parse: parseNetwork,
  }),
};
