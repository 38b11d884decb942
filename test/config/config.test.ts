import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Config, loadConfig } from "../../src/config/config.ts";
import { ConfigError } from "../../src/config/config-error.ts";
import { serverOptions } from "../../src/config/settings.ts";

const defaults: Config = {
  mode: "hosted",
  host: "127.0.0.1",
  port: 8080,
  dataDirectory: "./data",
  basePath: "",
  mountPath: "/flipper/api",
  groups: [],
  basicAuth: undefined,
  token: undefined,
  tls: undefined,
  docsUrl: undefined,
  pollIntervalSeconds: undefined,
  telemetryIntervalSeconds: undefined,
  backups: undefined,
  walAutocheckpointPages: undefined,
  logLevel: "info",
  logFormat: "text",
  logRequests: false,
  hasMetrics: true,
  diskFreeBytesMin: 64 * 1024 * 1024,
  corsOrigins: [],
  requestTimeoutSeconds: 30,
  bodyBytesMax: 50 * 1024 * 1024,
  headerBytesMax: 16 * 1024,
  urlLengthMax: 16_384,
  tokenRate: undefined,
  addressRate: undefined,
  trustedProxies: [],
};

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

test("nothing given means the defaults", () => {
  expect(loadConfig([], { PATH: "/bin", HOME: undefined })).toEqual(defaults);
});

const token = "0123456789abcdef";

/** A setting in its three ways: the flag, the variable, and what either gives. */
const accepted: [string, string, string, Partial<Config>][] = [
  ["mode", "GATEHOUSE_MODE", "mountable", { mode: "mountable" }],
  ["host", "GATEHOUSE_HOST", "0.0.0.0", { host: "0.0.0.0" }],
  ["host", "GATEHOUSE_HOST", "::1", { host: "::1" }],
  ["host", "GATEHOUSE_HOST", "my_box.example", { host: "my_box.example" }],
  ["port", "GATEHOUSE_PORT", "0", { port: 0 }],
  ["port", "GATEHOUSE_PORT", "65535", { port: 65_535 }],
  ["data", "GATEHOUSE_DATA", "/var/lib/toggles", { dataDirectory: "/var/lib/toggles" }],
  ["base-path", "GATEHOUSE_BASE_PATH", "", { basePath: "" }],
  ["base-path", "GATEHOUSE_BASE_PATH", "/a/b", { basePath: "/a/b" }],
  ["mount-path", "GATEHOUSE_MOUNT_PATH", "/api", { mountPath: "/api" }],
  ["mount-path", "GATEHOUSE_MOUNT_PATH", "/a.b/_c~d/-", { mountPath: "/a.b/_c~d/-" }],
  ["group", "GATEHOUSE_GROUP", "admins", { groups: ["admins"] }],
  ["basic-auth", "GATEHOUSE_BASIC_AUTH", "me:a:b", { basicAuth: { user: "me", password: "a:b" } }],
  ["docs-url", "GATEHOUSE_DOCS_URL", "https://x.example/y", { docsUrl: "https://x.example/y" }],
  ["poll-interval", "GATEHOUSE_POLL_INTERVAL", "10", { pollIntervalSeconds: 10 }],
  ["telemetry-interval", "GATEHOUSE_TELEMETRY_INTERVAL", "60", { telemetryIntervalSeconds: 60 }],
  [
    "backup-directory",
    "GATEHOUSE_BACKUP_DIRECTORY",
    "/mnt/b",
    { backups: { directory: "/mnt/b", everyMs: 86_400_000, keepMax: 7 } },
  ],
  ["wal-autocheckpoint", "GATEHOUSE_WAL_AUTOCHECKPOINT", "0", { walAutocheckpointPages: 0 }],
  ["log-level", "GATEHOUSE_LOG_LEVEL", "debug", { logLevel: "debug" }],
  ["log-format", "GATEHOUSE_LOG_FORMAT", "json", { logFormat: "json" }],
  ["metrics", "GATEHOUSE_METRICS", "off", { hasMetrics: false }],
  ["disk-floor", "GATEHOUSE_DISK_FLOOR", "0", { diskFreeBytesMin: 0 }],
  ["disk-floor", "GATEHOUSE_DISK_FLOOR", "2", { diskFreeBytesMin: 2_097_152 }],
  ["cors-origin", "GATEHOUSE_CORS_ORIGIN", "https://a.example", origins("https://a.example")],
  ["cors-origin", "GATEHOUSE_CORS_ORIGIN", "http://[::1]:3000", origins("http://[::1]:3000")],
  ["request-timeout", "GATEHOUSE_REQUEST_TIMEOUT", "5", { requestTimeoutSeconds: 5 }],
  ["body-limit", "GATEHOUSE_BODY_LIMIT", "1", { bodyBytesMax: 1_048_576 }],
  ["header-limit", "GATEHOUSE_HEADER_LIMIT", "64", { headerBytesMax: 65_536 }],
  ["url-limit", "GATEHOUSE_URL_LIMIT", "2048", { urlLengthMax: 2_048 }],
  ["rate-limit-token", "GATEHOUSE_RATE_LIMIT_TOKEN", "50", tokenRate(50, 50)],
  ["rate-limit-token", "GATEHOUSE_RATE_LIMIT_TOKEN", "5:100", tokenRate(5, 100)],
  [
    "rate-limit-address",
    "GATEHOUSE_RATE_LIMIT_ADDRESS",
    "1:1000000",
    { addressRate: { perSecond: 1, burst: 1_000_000 } },
  ],
  ["trusted-proxy", "GATEHOUSE_TRUSTED_PROXY", "10.0.0.0/8", proxies("10.0.0.0", 8)],
  ["trusted-proxy", "GATEHOUSE_TRUSTED_PROXY", "127.0.0.1", proxies("127.0.0.1", 32)],
  ["trusted-proxy", "GATEHOUSE_TRUSTED_PROXY", "fd00::/8", proxies("fd00::", 8)],
  ["trusted-proxy", "GATEHOUSE_TRUSTED_PROXY", "::1", proxies("::1", 128)],
];

function origins(...corsOrigins: string[]): Partial<Config> {
  return { corsOrigins };
}

function tokenRate(perSecond: number, burst: number): Partial<Config> {
  return { tokenRate: { perSecond, burst } };
}

function proxies(address: string, bits: number): Partial<Config> {
  return { trustedProxies: [{ address, bits }] };
}

/** What else has to be given, and comes of it, for a flag of the mode that is not the default. */
function modeFor(flag: string): { environment: Record<string, string>; mode: Config["mode"] } {
  const option = serverOptions.find((candidate) => candidate.flag === flag);
  const mode = option?.mode ?? defaults.mode;
  return { mode, environment: mode === defaults.mode ? {} : { GATEHOUSE_MODE: mode } };
}

describe.each(accepted)("--%s or %s with %p", (flag, variable, text, change) => {
  const { environment, mode } = modeFor(flag);
  const expected = { ...defaults, mode, ...change };

  test("are the same, and touch nothing else", () => {
    expect(loadConfig([`--${flag}`, text], environment)).toEqual(expected);
    expect(loadConfig([`--${flag}=${text}`], environment)).toEqual(expected);
    expect(loadConfig([], { ...environment, [variable]: text })).toEqual(expected);
  });

  test("the flag wins over a variable, even a bad one", () => {
    const config = loadConfig([`--${flag}`, text], { ...environment, [variable]: "\u0000" });
    expect(config).toEqual(expected);
  });
});

test("the tables above cover every setting that has a flag", () => {
  const together = ["tls-cert", "tls-key", "backup-every", "backup-keep", "log-requests"];
  const flags = new Set([...accepted.map(([flag]) => flag), ...together]);
  expect([...flags].sort()).toEqual(serverOptions.flatMap(({ flag }) => flag ?? []).sort());
});

test("a variable is named after its flag", () => {
  for (const { flag, variable } of serverOptions) {
    if (flag !== undefined) {
      expect(variable).toBe(`GATEHOUSE_${flag.toUpperCase().replaceAll("-", "_")}`);
    }
  }
});

test("the token comes from the environment only", () => {
  expect(loadConfig([], { GATEHOUSE_TOKEN: token })).toEqual({ ...defaults, token });
  expect(reasonFor(["--token", token])).toBe("unknown option --token");
});

test("groups repeat, the variable holds them between commas, and equal ones are one", () => {
  const flags = ["--group", "a", "--group=b, c", "--group", "a"];
  expect(loadConfig(flags, { GATEHOUSE_MODE: "mountable", GATEHOUSE_GROUP: "z" }).groups).toEqual([
    "a",
    "b, c",
  ]);
  expect(loadConfig([], { GATEHOUSE_GROUP: "a, b,a" }).groups).toEqual(["a", "b"]);
  expect(loadConfig([], { GATEHOUSE_GROUP: " " }).groups).toEqual([]);
});

test("the two TLS files may come from different places", () => {
  expect(loadConfig(["--tls-cert", "c.pem"], { GATEHOUSE_TLS_KEY: "k.pem" }).tls).toEqual({
    certificateFile: "c.pem",
    keyFile: "k.pem",
  });
});

test("variables of the other mode are left alone, but must be right", () => {
  const environment = { GATEHOUSE_MODE: "hosted", GATEHOUSE_MOUNT_PATH: "/x" };
  expect(loadConfig([], environment).mode).toBe("hosted");
  expect(reasonFor([], { ...environment, GATEHOUSE_MOUNT_PATH: "x" })).toStartWith(
    "GATEHOUSE_MOUNT_PATH must be like /flipper/api",
  );
});

const path = "must be like /flipper/api: segments of letters, digits and . _ ~ -, no slash last";
const port = "must be an integer from 0 to 65535";
const interval = "must be an integer from 10 to 86400";
const host = "must be a host name or an IP address, no port";
const url = "must be an http or https URL";
const group = "must be a name of 1 to 255 characters without outer spaces";

const refusedValues: [string, string, string][] = [
  ["mode", "Hosted", 'must be one of hosted, mountable, not "Hosted"'],
  ["host", "", `${host}, not ""`],
  ["host", "127.0.0.1:80", `${host}, not "127.0.0.1:80"`],
  ["host", "[::1]", `${host}, not "[::1]"`],
  ["host", "256.0.0.1", `${host}, not "256.0.0.1"`],
  ["host", "http://x", `${host}, not "http://x"`],
  ["host", "-x", `${host}, not "-x"`],
  ["host", "a..b", `${host}, not "a..b"`],
  ["port", "", `${port}, not ""`],
  ["port", "-1", `${port}, not "-1"`],
  ["port", "65536", `${port}, not "65536"`],
  ["port", "8080 ", `${port}, not "8080 "`],
  ["port", "1e3", `${port}, not "1e3"`],
  ["port", "0x50", `${port}, not "0x50"`],
  ["port", "80.0", `${port}, not "80.0"`],
  ["port", "٨٠", `${port}, not "٨٠"`],
  ["port", "tcp://10.0.0.1:80", `${port}, not "tcp://10.0.0.1:80"`],
  ["data", "", 'must be a path of 1 to 4096 characters, not ""'],
  ["data", "a\0b", 'must be a path of 1 to 4096 characters, not "a\\u0000b"'],
  ["base-path", "/", `${path}; or be empty, not "/"`],
  ["base-path", "/a/", `${path}; or be empty, not "/a/"`],
  ...["", "/", "api", "/api/", "//api", "/a//b", "/.", "/a/../b", "/a%20b", "/a?b", "/a#b"].map(
    (text): [string, string, string] => [
      "mount-path",
      text,
      `${path}, not ${JSON.stringify(text)}`,
    ],
  ),
  ...["/*", "/:a", "/a b", "/ä", "/a'b", "/a\\b", "/a\n", `/${"a".repeat(30)}\u2028`].map(
    (text): [string, string, string] => ["mount-path", text, path],
  ),
  ["mount-path", `/${"a".repeat(255)}`, `${path}, not "/${"a".repeat(79)}…"`],
  ["group", "", `${group}, not ""`],
  ["group", " a", `${group}, not " a"`],
  ["group", "a\nb", `${group}, not "a\\nb"`],
  ["group", "a".repeat(256), group],
  ["docs-url", "", `${url}, not ""`],
  ["docs-url", "x.example", `${url}, not "x.example"`],
  ["docs-url", "javascript:alert(1)", `${url}, not "javascript:alert(1)"`],
  ["docs-url", "https://x.example/'", `${url}, not "https://x.example/'"`],
  ["docs-url", "https://x.example/ y", `${url}, not "https://x.example/ y"`],
  ["poll-interval", "9", `${interval}, not "9"`],
  ["poll-interval", "86401", `${interval}, not "86401"`],
  ["telemetry-interval", "0", `${interval}, not "0"`],
  ["log-level", "trace", 'must be one of debug, info, warn, error, not "trace"'],
  ["log-format", "", 'must be one of text, json, not ""'],
];

test.each(refusedValues)("--%s %p is refused, by flag and by variable", (flag, text, reason) => {
  const variable = `GATEHOUSE_${flag.toUpperCase().replaceAll("-", "_")}`;
  expect(reasonFor([`--${flag}=${text}`])).toStartWith(`--${flag} ${reason}`);
  // Nothing, and spaces around a name, mean something in a list.
  if (flag !== "group" || (text === text.trim() && text !== "")) {
    expect(reasonFor([], { [variable]: text })).toStartWith(`${variable} ${reason}`);
  }
});

const secrets: [string, string, string][] = [
  ["GATEHOUSE_TOKEN", "sesame-15-chars", "must have 16 to 255 visible ASCII characters"],
  ["GATEHOUSE_TOKEN", "sesame sesame sesame", "must have 16 to 255 visible ASCII characters"],
  ["GATEHOUSE_TOKEN", "", "must have 16 to 255 visible ASCII characters"],
  ["GATEHOUSE_BASIC_AUTH", "sesame", "must be USER:PASSWORD, neither empty"],
  ["GATEHOUSE_BASIC_AUTH", ":sesame", "must be USER:PASSWORD, neither empty"],
  ["GATEHOUSE_BASIC_AUTH", "sesame:", "must be USER:PASSWORD, neither empty"],
  ["GATEHOUSE_BASIC_AUTH", "", "must be USER:PASSWORD, neither empty"],
];

test.each(secrets)("%s with %p is refused and not shown", (variable, text, reason) => {
  expect(reasonFor([], { [variable]: text })).toStartWith(`${variable} ${reason}`);
  expect(reasonFor([], { [variable]: text })).not.toContain("sesame");
});

const refusedCommandLines: [string[], string][] = [
  [["--prot", "80"], "unknown option --prot"],
  [["--basic-auht", "me:sesame"], "unknown option --basic-auht"],
  [["--__proto__=1"], "unknown option --__proto__"],
  [["--toString"], "unknown option --toString"],
  [["--po rt"], 'unknown option "--po rt"'],
  [["-p", "80"], "unknown option -p"],
  [["--port"], "--port needs a value"],
  [["--port", "--host", "x"], "--port needs a value"],
  [["--port", "1", "--port", "1"], "--port is given more than once"],
  [["x"], 'unexpected argument "x"'],
  [["--", "--port"], 'unexpected argument "--port"'],
  [["--port", "1", "a\nb"], 'unexpected argument "a\\nb"'],
  [["--tls-cert", "x"], "--tls-cert and --tls-key go together, and only one is given"],
  [["--tls-key", "x"], "--tls-cert and --tls-key go together, and only one is given"],
  [["--mode", "hosted", "--group", "a"], "--group is for mountable mode, and this is hosted mode"],
  [
    Array.from({ length: 1001 }, (_, index) => `--group=${index}`),
    "--group may be given at most 1000 values",
  ],
];

test.each(refusedCommandLines)("%j is refused", (argv, reason) => {
  expect(reasonFor(argv)).toBe(reason);
});

test("an unknown GATEHOUSE_ variable is refused, an empty item in a list too", () => {
  expect(reasonFor([], { GATEHOUSE_PROT: "80" })).toBe("unknown variable GATEHOUSE_PROT");
  expect(reasonFor([], { GATEHOUSE_: "80" })).toBe("unknown variable GATEHOUSE_");
  expect(reasonFor([], { GATEHOUSE_GROUP: "a,,b" })).toBe(`GATEHOUSE_GROUP ${group}, not ""`);
  expect(loadConfig([], { MY_GATEHOUSE_PORT: "x", gatehouse_port: "x" })).toEqual(defaults);
});

test("a configuration is frozen all the way down", () => {
  const flags = [
    "--mode=mountable",
    "--group=a",
    "--basic-auth=a:b",
    "--tls-cert=c",
    "--tls-key=k",
  ];
  const config = loadConfig(flags, {});
  const parts = [config, config.groups, config.basicAuth, config.tls];
  expect(parts.map((part) => Object.isFrozen(part))).toEqual([true, true, true, true]);
});

const flagWord = fc.constantFrom(...serverOptions.flatMap(({ flag }) => (flag ? `--${flag}` : [])));
const value = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("0", "80", "/a", "hosted", "a:b", "--", "-h", "https://x.example"),
);
const word = fc.oneof(
  flagWord,
  value,
  fc.tuple(flagWord, value).map(([flag, text]) => `${flag}=${text}`),
);
const variables = fc.dictionary(
  fc.constantFrom(...serverOptions.flatMap((option) => option.variable ?? []), "GATEHOUSE_X"),
  value,
);

test("any command line and environment give a configuration or a one-line reason", () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), variables, (argv, environment) => {
      const reason = reasonFor(argv, environment);
      expect(reason).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect(reason.length).toBeLessThan(400);
    }),
    { numRuns: 1000 },
  );
});
