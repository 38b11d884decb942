import { expect, test } from "bun:test";
import { ConfigError } from "../../src/config/config-error.ts";
import { readDatabaseFiles } from "../../src/config/read-database-files.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { loadConfig } from "../helpers/load-config.ts";
import { database, databaseUrl, defaults } from "./setting-rows.ts";

const given = ["--database", databaseUrl];

const accepted: [string[], Parameters<typeof database>[0]][] = [
  [["--database-direct", "postgres://a@b/c"], { directUrl: "postgres://a@b/c", isPooled: true }],
  [["--database-pooler", "on"], { isPooled: true }],
  [["--database-ca", "ca.pem"], { caFile: "ca.pem" }],
  [["--database-pool", "6"], { poolMax: 6 }],
  [["--node", "eu-1"], { node: "eu-1" }],
  [["--write-wait-ms", "0"], { writeWaitMs: 0 }],
];

test.each(accepted)("%p with --database", (flags, change) => {
  expect(loadConfig([...given, ...flags], {})).toEqual({ ...defaults, database: database(change) });
});

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

const form = "must be a URL such as postgres://USER:PASSWORD@HOST:5432/DATABASE";
const together =
  "--database-direct, --database-pooler, --database-ca and --key-file need --database";

const refused: [string[], string][] = [
  [["--database", "mysql://sesame@host/name"], `--database ${form}`],
  [["--database", "sesame"], `--database ${form}`],
  [["--database", "postgres://sesame@host"], `--database ${form}`],
  [["--database", "postgres:///sesame"], `--database ${form}`],
  [["--database", `postgres://h/${"sesame".repeat(400)}`], `--database ${form}`],
  [["--database-direct", "sesame"], `--database-direct ${form}`],
  [["--database-direct", "postgres://sesame@b/c"], together],
  [["--database-pooler", "on"], together],
  [["--database-ca", "sesame.pem"], together],
  [[...given, "--database-file", "x"], "--database and --database-file must not be given together"],
  [[...given, "--node", "a b"], "--node must have 1 to 63 letters, digits, dots, dashes or"],
  [[...given, "--write-wait-ms", "60001"], "--write-wait-ms must be an integer from 0 to 60000"],
];

test.each(refused)("%p is refused, and shows no URL", (argv, reason) => {
  expect(reasonFor(argv)).toStartWith(reason);
  expect(reasonFor(argv)).not.toContain("sesame");
});

test("an empty variable counts as not set", () => {
  const names = ["DATABASE", "DATABASE_FILE", "DATABASE_DIRECT", "DATABASE_CA", "NODE"];
  const empty = Object.fromEntries(names.map((name) => [`GATEHOUSE_${name}`, ""]));
  expect(loadConfig([], empty)).toEqual(defaults);
});

const address = { directUrl: undefined, isPooled: false, caFile: undefined, key: undefined };

test("the URL and the authority are read from files, without white space around the URL", async () => {
  using directory = new TemporaryDirectory();
  const file = `${directory.path}/url`;
  await Bun.write(file, `${databaseUrl}\n`);
  await Bun.write(`${directory.path}/ca.pem`, "PEM");
  const caFile = `${directory.path}/ca.pem`;
  expect(await readDatabaseFiles({ ...address, source: { file }, caFile })).toEqual({
    url: databaseUrl,
    directUrl: undefined,
    isPooled: false,
    ca: "PEM",
  });
});

test("a file that is missing, or holds no URL, is refused without its text", async () => {
  using directory = new TemporaryDirectory();
  const file = `${directory.path}/url`;
  const read = () => readDatabaseFiles({ ...address, source: { file } });
  await expect(read()).rejects.toThrow("--database-file names a file that cannot be read");
  await Bun.write(file, "sesame");
  await expect(read()).rejects.toThrow(`the text of --database-file ${form}`);
  await expect(read()).rejects.not.toThrow("sesame");
});

test("the key that seals secrets is 32 bytes in base64, or in a file", () => {
  const key = Buffer.alloc(32, 7).toString("base64");
  const named = { GATEHOUSE_DATABASE: databaseUrl };
  const keyOf = (argv: readonly string[], environment: Record<string, string>) =>
    loadConfig(argv, { ...named, ...environment }).database?.key;
  expect(keyOf([], { GATEHOUSE_KEY: key })).toEqual({ text: key });
  expect(keyOf(["--key-file", "k"], {})).toEqual({ file: "k" });
  expect(keyOf([], {})).toBeUndefined();
  expect(() => keyOf(["--key-file", "k"], { GATEHOUSE_KEY: key })).toThrow("not be given together");
  expect(() => keyOf([], { GATEHOUSE_KEY: "sesame" })).toThrow("must be 32 bytes in base64");
  expect(() => keyOf([], { GATEHOUSE_KEY: "sesame" })).not.toThrow("sesame");
  expect(() => loadConfig(["--key-file", "k"], {})).toThrow("--key-file need --database");
});
