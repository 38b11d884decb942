import { expect, test } from "bun:test";
import { ConfigError } from "../../src/config/config-error.ts";
import { loadConfig } from "../helpers/load-config.ts";

const minuteMs = 60_000;
const directory = ["--backup-directory", "backups"];

test.each([
  ["1m", minuteMs],
  ["30m", 30 * minuteMs],
  ["6h", 360 * minuteMs],
  ["1d", 1_440 * minuteMs],
  ["30d", 43_200 * minuteMs],
  ["43200m", 43_200 * minuteMs],
] as const)("every %s", (text, everyMs) => {
  const { backups } = loadConfig([...directory, "--backup-every", text, "--backup-keep=3"], {});
  expect(backups).toEqual({ directory: "backups", everyMs, keepMax: 3 });
});

test.each([
  "0m",
  "59s",
  "1",
  "h",
  "-1h",
  "1.5h",
  "6 h",
  "6H",
  "31d",
  "9999999m",
  "",
  "1h1m",
  "１h",
])("%j is not a valid interval", (text) => {
  expect(() => loadConfig([...directory, `--backup-every=${text}`], {})).toThrow(
    new ConfigError(
      `--backup-every must be a time from 1m to 30d, such as 30m, 6h or 1d, not ${JSON.stringify(text)}`,
    ),
  );
});

test("an interval or a count without a directory is refused, because no backups would be made", () => {
  const reason = new ConfigError("--backup-every and --backup-keep need --backup-directory");
  expect(() => loadConfig(["--backup-every", "6h"], {})).toThrow(reason);
  expect(() => loadConfig(["--backup-keep", "7"], {})).toThrow(reason);
  expect(() => loadConfig([], { GATEHOUSE_BACKUP_KEEP: "7" })).toThrow(reason);
});

test("at least one backup is kept", () => {
  expect(() => loadConfig([...directory, "--backup-keep", "0"], {})).toThrow(
    '--backup-keep must be an integer from 1 to 10000, not "0"',
  );
});
