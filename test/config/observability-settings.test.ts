import { expect, test } from "bun:test";
import { ConfigError } from "../../src/config/config-error.ts";
import { loadConfig } from "../helpers/load-config.ts";

function reasonFor(argv: readonly string[], environment: Record<string, string> = {}): string {
  try {
    loadConfig(argv, environment);
  } catch (error) {
    if (error instanceof ConfigError) {
      return error.message;
    }
    throw error;
  }
  return "(accepted)";
}

const origin = "must be an origin without a path, such as https://app.example";
const rate = "must be RATE or RATE:BURST, integers from 1 to 1000000";
const network = "must be an IP address, or a network such as 10.0.0.0/8";

const refused: Record<string, readonly [reason: string, texts: readonly string[]]> = {
  metrics: ["must be one of on, off", ["", "true", "On"]],
  "metrics-address": [
    "must be a host and a port, such as 127.0.0.1:9090 or [::1]:9090",
    [
      "",
      "9090",
      ":9090",
      "127.0.0.1",
      "127.0.0.1:",
      "127.0.0.1:65536",
      "::1:9090",
      "[127.0.0.1]:9090",
      "[app]:9090",
      "[]:1",
      "http://app:9090",
      "app:9090/metrics",
    ],
  ],
  "cors-origin": [
    origin,
    [
      "null",
      "a.example",
      "capacitor://",
      "capacitor://localhost/x",
      "app://a b",
      "blob:https://a.example",
      "about:blank",
      "https://a.example/",
      "https://a.example:443",
      "https://A.example",
      "https://a.example/x",
      "https://u@a.example",
      "file://x",
      "file://",
      "https://%2A.a.example",
    ],
  ],
  "request-timeout": ["must be an integer from 1 to 255", ["0", "256"]],
  "import-limit": ["must be an integer from 1 to 50", ["0", "51"]],
  "rate-limit-token": [
    rate,
    ["", "0", "1:0", "0.5", "1:", ":1", "1:2:3", "1000001", "1:1000001", "-1", "1/s", "1e3"],
  ],
  "rate-limit-address": [rate, ["0", "x"]],
  "trusted-proxy": [
    network,
    [
      "*",
      "10.0.0.0/33",
      "10.0.0.0/",
      "10.0.0/8",
      "10.0.0.0/8/8",
      "10.0.0.0/-1",
      "fd00::/129",
      "[::1]",
      "a.example",
    ],
  ],
};

test.each(
  Object.entries(refused).flatMap(([flag, [reason, texts]]) =>
    texts.map((text) => [flag, text, reason] as const),
  ),
)("--%s %j is refused, by flag and by variable", (flag, text, reason) => {
  const variable = `GATEHOUSE_${flag.toUpperCase().replaceAll("-", "_")}`;
  expect(reasonFor([`--${flag}=${text}`])).toStartWith(`--${flag} ${reason}`);
  expect(reasonFor([], { [variable]: text })).toStartWith(`${variable} ${reason}`);
});

test("a switch is a flag without a value, or a variable with the value on or off", () => {
  const logRequests = (argv: readonly string[], value?: string) =>
    loadConfig(argv, value === undefined ? {} : { GATEHOUSE_LOG_REQUESTS: value }).logRequests;
  expect(logRequests([])).toBe(false);
  expect(logRequests(["--log-requests"])).toBe(true);
  expect(logRequests(["--log-requests"], "off")).toBe(true);
  expect(logRequests([], "on")).toBe(true);
  expect(logRequests([], "off")).toBe(false);
  for (const value of ["", "true", "1"]) {
    const reason = reasonFor([], { GATEHOUSE_LOG_REQUESTS: value });
    expect(reason).toStartWith("GATEHOUSE_LOG_REQUESTS must be one of on, off");
  }
  expect(reasonFor(["--log-requests=on"])).toBe("--log-requests takes no value");
});

test("lists of origins and of proxies repeat", () => {
  const flags = ["--cors-origin", "https://a.example", "--cors-origin=http://b.example:81"];
  expect(loadConfig(flags, {}).corsOrigins).toEqual(["https://a.example", "http://b.example:81"]);
  const environment = { GATEHOUSE_TRUSTED_PROXY: "127.0.0.1, fd00::/8" };
  expect(loadConfig([], environment).trustedProxies).toEqual([
    { address: "127.0.0.1", bits: 32 },
    { address: "fd00::", bits: 8 },
  ]);
});

test("metrics are turned off or have an address, not both", () => {
  const both = ["--metrics", "off", "--metrics-address", "127.0.0.1:0"];
  expect(reasonFor(both)).toBe("--metrics-address needs --metrics on");
});

test.each([
  "*",
  "https://*",
  "https://*.example",
  "https://a.*.example",
  "https://a*.app.example",
  "https://*.*.example",
  "https://app.example:*",
  "*://app.example",
  "capacitor://*",
])("a wildcard that would match nothing or too much is refused in words: %s", (text) => {
  expect(reasonFor([`--cors-origin=${text}`])).toStartWith(
    "--cors-origin may have a * only as the first label of a host, such as https://*.app.example",
  );
});
