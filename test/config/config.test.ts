import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Config } from "../../src/config/config.ts";
import { ConfigError } from "../../src/config/config-error.ts";
import { serverOptions } from "../../src/config/settings.ts";
import { loadConfig } from "../helpers/load-config.ts";
import { accepted, defaults, token } from "./setting-rows.ts";

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

test("without arguments, all settings have their defaults", () => {
  expect(loadConfig([], { PATH: "/bin", HOME: undefined })).toEqual(defaults);
});

/** The environment and the mode that a flag needs. */
function modeFor(flag: string): { environment: Record<string, string>; mode: Config["mode"] } {
  const option = serverOptions.find((candidate) => candidate.flag === flag);
  const mode = option?.mode === "mountable" ? "mountable" : defaults.mode;
  return { mode, environment: mode === defaults.mode ? {} : { GATEHOUSE_MODE: mode } };
}

describe.each(accepted)("--%s or %s with %p", (flag, variable, text, change) => {
  const { environment, mode } = modeFor(flag);
  const expected = { ...defaults, mode, ...change };

  test("set the same value, and no other", () => {
    expect(loadConfig([`--${flag}`, text], environment)).toEqual(expected);
    expect(loadConfig([`--${flag}=${text}`], environment)).toEqual(expected);
    expect(loadConfig([], { ...environment, [variable]: text })).toEqual(expected);
  });

  test("the flag overrides a variable, even an invalid one", () => {
    const config = loadConfig([`--${flag}`, text], { ...environment, [variable]: "\u0000" });
    expect(config).toEqual(expected);
  });
});

test("the tables above cover every setting that has a flag", () => {
  const together = ["tls-cert", "tls-key", "backup-every", "backup-keep", "write-wait-ms"];
  // See the tests of database-settings, replica-settings, sign-on-settings and demo-config.
  const ofDatabase = [
    "database-direct",
    "database-pooler",
    "database-ca",
    "database-pool",
    "node",
    "key-file",
  ];
  const ofSignOn = ["issuer", "client-id", "client-secret-file", "groups-claim"];
  const ofReplicas = ["origin", "origin-token-file", "plain-origin", "reuse-port"];
  const switches = [
    ...["demo", ...ofReplicas],
    ...["log-requests", "no-ui", "read-only-ui", "open-ui", "round-percentages", "sso-only"],
  ];
  const flags = new Set([
    ...accepted.map(([flag]) => flag),
    ...together,
    ...ofDatabase,
    ...ofSignOn.map((name) => `oidc-${name}`),
    ...switches,
  ]);
  expect([...flags].sort()).toEqual(serverOptions.flatMap(({ flag }) => flag ?? []).sort());
});

test("decimals of percentages are refused unless a switch says otherwise", () => {
  expect(loadConfig([], {}).roundsPercentages).toBe(false);
  expect(loadConfig(["--round-percentages"], {}).roundsPercentages).toBe(true);
  expect(loadConfig([], { GATEHOUSE_ROUND_PERCENTAGES: "on" }).roundsPercentages).toBe(true);
});

test("a variable is named after its flag", () => {
  for (const { flag, variable } of serverOptions) {
    if (flag !== undefined) {
      expect(variable).toBe(`GATEHOUSE_${flag.toUpperCase().replaceAll("-", "_")}`);
    }
  }
});

test("the token can be set by its variable only", () => {
  expect(loadConfig([], { GATEHOUSE_TOKEN: token })).toEqual({ ...defaults, token });
  expect(reasonFor(["--token", token])).toBe("unknown option --token");
});

test("groups repeat, commas separate them in the variable, and equal ones are merged", () => {
  const flags = ["--group", "a", "--group=b, c", "--group", "a"];
  expect(loadConfig(flags, { GATEHOUSE_MODE: "mountable", GATEHOUSE_GROUP: "z" }).groups).toEqual([
    "a",
    "b, c",
  ]);
  expect(loadConfig([], { GATEHOUSE_GROUP: "a, b,a" }).groups).toEqual(["a", "b"]);
  expect(loadConfig([], { GATEHOUSE_GROUP: " " }).groups).toEqual([]);
});

test("one TLS file may be set by its flag and the other by its variable", () => {
  expect(loadConfig(["--tls-cert", "c.pem"], { GATEHOUSE_TLS_KEY: "k.pem" }).tls).toEqual({
    certificateFile: "c.pem",
    keyFile: "k.pem",
  });
});

test("variables of the other mode are ignored, but must be valid", () => {
  const environment = { GATEHOUSE_MODE: "hosted", GATEHOUSE_MOUNT_PATH: "/x" };
  expect(loadConfig([], environment).mode).toBe("hosted");
  expect(reasonFor([], { ...environment, GATEHOUSE_MOUNT_PATH: "x" })).toStartWith(
    "GATEHOUSE_MOUNT_PATH must be like /flipper/api",
  );
});

const path =
  "must be like /flipper/api: segments of letters, digits and . _ ~ -, no slash at the end";
const port = "must be an integer from 0 to 65535";
const interval = "must be an integer from 10 to 86400";
const host = "must be a host name or an IP address without a port";
const url = "must be an http or https URL";
const group = "must be a name of 1 to 255 characters without spaces at either end";

const refusedValues: [string, string, string][] = [
  ["mode", "Hosted", 'must be one of hosted, mountable, replica, not "Hosted"'],
  ["host", "", `${host}, not ""`],
  ["host", "127.0.0.1:80", `${host}, not "127.0.0.1:80"`],
  ["host", "[::1]", `${host}, not "[::1]"`],
  ["host", "256.0.0.1", `${host}, not "256.0.0.1"`],
  ["host", "http://x", `${host}, not "http://x"`],
  ["host", "-x", `${host}, not "-x"`],
  ["host", "a..b", `${host}, not "a..b"`],
  ["allowed-host", "app.example:80", `${host}, not "app.example:80"`],
  ["allowed-host", "https://app.example", `${host}, not "https://app.example"`],
  ["allowed-host", "*.example", `${host}, not "*.example"`],
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
  ["public-url", "", `${url}, not ""`],
  ["public-url", "x.example", `${url}, not "x.example"`],
  ...["https://x.example?", "https://x.example/#a", "https://u:p@x.example", "http://x/?a=b"].map(
    (text): [string, string, string] => [
      "public-url",
      text,
      `must be an http or https URL without user, query and fragment, not "${text}"`,
    ],
  ),
  ["poll-interval", "9", `${interval}, not "9"`],
  ["poll-interval", "86401", `${interval}, not "86401"`],
  ["telemetry-interval", "0", `${interval}, not "0"`],
  ["log-level", "trace", 'must be one of debug, info, warn, error, not "trace"'],
  ["log-format", "", 'must be one of text, json, not ""'],
];

test.each(refusedValues)("--%s %p is refused, by flag and by variable", (flag, text, reason) => {
  const variable = `GATEHOUSE_${flag.toUpperCase().replaceAll("-", "_")}`;
  expect(reasonFor([`--${flag}=${text}`])).toStartWith(`--${flag} ${reason}`);
  // An empty text and outer spaces have a meaning in a list.
  if (flag !== "group" || (text === text.trim() && text !== "")) {
    expect(reasonFor([], { [variable]: text })).toStartWith(`${variable} ${reason}`);
  }
});

test("an empty GATEHOUSE_TOKEN counts as not set", () => {
  expect(loadConfig([], { GATEHOUSE_TOKEN: "" })).toEqual(defaults);
});

const secrets: [string, string, string][] = [
  ["GATEHOUSE_TOKEN", "sesame-15-chars", "must have 16 to 255 visible ASCII characters"],
  ["GATEHOUSE_TOKEN", "sesame sesame sesame", "must have 16 to 255 visible ASCII characters"],
  ["GATEHOUSE_TOKEN", " ", "must have 16 to 255 visible ASCII characters"],
  ["GATEHOUSE_BASIC_AUTH", "sesame", "must be USER:PASSWORD, both not empty"],
  ["GATEHOUSE_BASIC_AUTH", ":sesame", "must be USER:PASSWORD, both not empty"],
  ["GATEHOUSE_BASIC_AUTH", "sesame:", "must be USER:PASSWORD, both not empty"],
  ["GATEHOUSE_BASIC_AUTH", "", "must be USER:PASSWORD, both not empty"],
];

test.each(secrets)("%s with %p is refused and not shown", (variable, text, reason) => {
  expect(reasonFor([], { [variable]: text })).toStartWith(`${variable} ${reason}`);
  expect(reasonFor([], { [variable]: text })).not.toContain("sesame");
});

const refusedCommandLines: [string[], string][] = [
  [["--prot", "80"], "unknown option --prot; did you mean --port?"],
  ...["wal-autocheckpoint", "disk-floor", "url-limit", "header-limit"].map(
    (flag): [string[], string] => [
      [`--${flag}`, "300"],
      `option --${flag} no longer exists; leave it out`,
    ],
  ),
  [["--basic-auht", "me:sesame"], "unknown option --basic-auht; did you mean --basic-auth?"],
  [["--__proto__=1"], "unknown option --__proto__"],
  [["--toString"], "unknown option --toString"],
  [["--po rt"], 'unknown option "--po rt"; did you mean --port?'],
  [["-p", "80"], "unknown option -p"],
  [["--port"], "--port needs a value"],
  [["--port", "--host", "x"], "--port needs a value"],
  [["--port", "1", "--port", "1"], "--port is given more than once"],
  [["x"], 'unexpected argument "x"'],
  [["--", "--port"], 'unexpected argument "--port"'],
  [["--port", "1", "a\nb"], 'unexpected argument "a\\nb"'],
  [["--tls-cert", "x"], "--tls-cert and --tls-key must be given together"],
  [["--tls-key", "x"], "--tls-cert and --tls-key must be given together"],
  [
    ["--mode", "hosted", "--group", "a"],
    "--group works in mountable mode only, and this is hosted mode",
  ],
  [
    Array.from({ length: 1001 }, (_, index) => `--group=${index}`),
    "--group accepts at most 1000 values",
  ],
];

test.each(refusedCommandLines)("%j is refused", (argv, reason) => {
  expect(reasonFor(argv)).toBe(reason);
});

test("an unknown GATEHOUSE_ variable is refused, an empty item in a list too", () => {
  expect(reasonFor([], { GATEHOUSE_PROT: "80" })).toBe(
    "unknown variable GATEHOUSE_PROT; did you mean GATEHOUSE_PORT?",
  );
  expect(reasonFor([], { GATEHOUSE_: "80" })).toBe("unknown variable GATEHOUSE_");
  expect(reasonFor([], { GATEHOUSE_DISK_FLOOR: "0" })).toBe(
    "variable GATEHOUSE_DISK_FLOOR no longer exists; leave it out",
  );
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

test("every command line and environment give a configuration or a one-line reason", () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), variables, (argv, environment) => {
      const reason = reasonFor(argv, environment);
      expect(reason).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect(reason.length).toBeLessThan(400);
    }),
    { numRuns: 1000 },
  );
});
