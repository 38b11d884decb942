import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { restore } from "../../../src/storage/backup/restore.ts";
import { type Entries, entriesOf, withDatabase, withManifest, writeEntries } from "./archives.ts";
import { FilledDataDirectory, filesOf } from "./filled-data-directory.ts";

let place: FilledDataDirectory;
let good: Entries;

beforeAll(async () => {
  place = await FilledDataDirectory.filled();
  place.addTelemetry();
  good = await entriesOf(await place.backUp());
});
afterAll(() => place[Symbol.dispose]());

const wrongFiles = "its files are not those of its manifest";
const damagedManifest = "the backup's manifest is damaged";
const noBackup = "it is not a Gatehouse backup";
const zeros = "0".repeat(64);

/** A copy of a database's file, changed by statements. */
function altered(data: Uint8Array, ...statements: readonly string[]): Uint8Array {
  using database = Database.deserialize(Buffer.from(data));
  for (const statement of statements) {
    database.run(statement);
  }
  return database.serialize();
}

/** The entries with a gatehouse.db that statements changed, as if it had been backed up so. */
function withSchema(...statements: readonly string[]): (entries: Entries) => Entries {
  return (entries) =>
    withDatabase(entries, "gatehouse.db", altered(named(entries, "gatehouse.db"), ...statements));
}

/**
 * The entries with a gatehouse.db in whose bytes a text was replaced by one of the same length: an
 * attacker needs no SQLite to change a schema.
 */
function withBytes(
  text: string,
  replacement: string,
  ...statements: readonly string[]
): (entries: Entries) => Entries {
  return (entries) => {
    const data = altered(named(entries, "gatehouse.db"), ...statements);
    const changed = Buffer.from(data).toString("latin1").replaceAll(text, replacement);
    expect(changed).toHaveLength(data.length);
    return withDatabase(entries, "gatehouse.db", Buffer.from(changed, "latin1"));
  };
}

function renamed(entries: Entries, name: string): Entries {
  return entries.map((entry) => (entry.name === "gatehouse.db" ? { ...entry, name } : entry));
}

function named(entries: Entries, name: string): Uint8Array {
  return entries.find((entry) => entry.name === name)?.data ?? new Uint8Array();
}

/** What is wrong with an archive, and the end of the message. */
const hostile: Readonly<Record<string, readonly [(entries: Entries) => Entries, string]>> = {
  "a name outside of the directory": [(entries) => renamed(entries, "../gatehouse.db"), wrongFiles],
  "an absolute name": [(entries) => renamed(entries, "/tmp/gatehouse.db"), wrongFiles],
  "a name that leaves and enters the directory": [
    (entries) => renamed(entries, "x/../gatehouse.db"),
    wrongFiles,
  ],
  "a name with a leading dot": [(entries) => renamed(entries, "./gatehouse.db"), wrongFiles],
  "another name": [(entries) => renamed(entries, "gatehouse.lock"), wrongFiles],
  "a manifest with a name outside of the directory": [
    (entries) =>
      withManifest(renamed(entries, "../gatehouse.db"), (document) => ({
        ...document,
        databases: document.databases.map((database) => ({ ...database, name: "../gatehouse.db" })),
      })),
    damagedManifest,
  ],
  "a link": [
    (entries) => entries.map((entry, at) => (at === 1 ? { ...entry, type: "symlink" } : entry)),
    wrongFiles,
  ],
  "a hard link": [
    (entries) => entries.map((entry, at) => (at === 1 ? { ...entry, type: "link" } : entry)),
    wrongFiles,
  ],
  "a directory": [
    (entries) => entries.map((entry, at) => (at === 2 ? { ...entry, type: "directory" } : entry)),
    wrongFiles,
  ],
  "an additional file": [
    (entries) => [...entries, { name: "extra", data: new Uint8Array(9) }],
    wrongFiles,
  ],
  "a file twice": [(entries) => [...entries, ...entries.slice(2)], wrongFiles],
  "a missing file": [(entries) => entries.slice(0, 2), "it is cut off"],
  "no database": [(entries) => entries.slice(0, 1), "it is cut off"],
  "no files": [() => [], "it is cut off"],
  "the files in another order": [
    ([manifest, ...others]) => [...(manifest ? [manifest] : []), ...others.toReversed()],
    wrongFiles,
  ],
  "the manifest at the end": [(entries) => entries.toReversed(), noBackup],
  "no manifest": [(entries) => entries.slice(1), noBackup],
  "a too large manifest": [
    ([, ...others]) => [{ name: "manifest.json", data: new Uint8Array(1e6) }, ...others],
    noBackup,
  ],
  "a manifest without JSON": [
    ([, ...others]) => [{ name: "manifest.json", data: Buffer.from("{") }, ...others],
    damagedManifest,
  ],
  "a manifest of a newer format": [
    (entries) => withManifest(entries, (document) => ({ ...document, format: 2, new: true })),
    "the backup was made by a newer Gatehouse",
  ],
  "a manifest with an additional property": [
    (entries) => withManifest(entries, (document) => ({ ...document, more: 1 })),
    damagedManifest,
  ],
  "a manifest without gatehouse.db": [
    (entries) =>
      withManifest(entries, ({ databases, ...rest }) => ({
        ...rest,
        databases: databases.slice(0, 1),
      })),
    damagedManifest,
  ],
  "a manifest with a database twice": [
    (entries) =>
      withManifest(entries, ({ databases, ...rest }) => ({
        ...rest,
        databases: [...databases, ...databases],
      })),
    damagedManifest,
  ],
  "another checksum": [
    (entries) =>
      withManifest(entries, (document) => ({
        ...document,
        databases: document.databases.map((database) => ({ ...database, sha256: zeros })),
      })),
    "its telemetry.db differs from the one that was backed up",
  ],
  "a database longer than in its manifest": [
    (entries) =>
      entries.map((entry) =>
        entry.name === "gatehouse.db"
          ? { ...entry, data: Buffer.concat([entry.data, new Uint8Array(512)]) }
          : entry,
      ),
    "its gatehouse.db differs from the one that was backed up",
  ],
  "a file that is no database": [
    (entries) => withDatabase(entries, "gatehouse.db", Buffer.from("garbage ".repeat(900))),
    "gatehouse.db: the file is not a database, or is damaged",
  ],
  "a database with a damaged page": [
    (entries) =>
      withDatabase(
        entries,
        "gatehouse.db",
        Buffer.from(named(entries, "gatehouse.db")).fill(0x5a, 4_096 * 9, 4_096 * 12),
      ),
    "gatehouse.db: the database is damaged",
  ],
  "a database with a broken reference": [
    (entries) =>
      withDatabase(
        entries,
        "gatehouse.db",
        altered(named(entries, "gatehouse.db"), "DELETE FROM features WHERE id = 100"),
      ),
    "gatehouse.db: the database is damaged: it has a broken reference",
  ],
  "a database of a newer Gatehouse": [
    (entries) =>
      withDatabase(
        entries,
        "gatehouse.db",
        altered(named(entries, "gatehouse.db"), "INSERT INTO migrations VALUES ('9999_new', 'x')"),
      ),
    "The database was made by a newer Gatehouse (it has the migration 9999_new)",
  ],
  "a trigger": [
    withSchema("CREATE TRIGGER evil AFTER INSERT ON features BEGIN DELETE FROM tokens; END"),
    "the database is not Gatehouse's: it has the trigger evil of features",
  ],
  "a view": [
    withSchema("CREATE VIEW evil AS SELECT hash FROM tokens"),
    "the database is not Gatehouse's: it has the view evil",
  ],
  "a view in place of a table": [
    withSchema(
      "ALTER TABLE groups RENAME TO other",
      "CREATE VIEW groups AS SELECT project_id, name FROM other",
    ),
    "the database is not Gatehouse's: it has the table other",
  ],
  "an unknown table": [
    withSchema("CREATE TABLE more (n INTEGER)"),
    "the database is not Gatehouse's: it has the table more",
  ],
  "an index with an expression": [
    withSchema("CREATE INDEX evil ON features (upper(key))"),
    "the database is not Gatehouse's: it has the index evil of features",
  ],
  "an additional column": [
    withSchema("ALTER TABLE features ADD more TEXT DEFAULT 'x'"),
    "the database is not Gatehouse's: it changes the table features",
  ],
  "a missing index": [
    withSchema("DROP INDEX tokens_hash"),
    "the database is not Gatehouse's: it lacks the index tokens_hash of tokens",
  ],
  "a table with a check that fails always": [
    withBytes("`tags` text NOT NULL", "`tags` text CHECK(0)"),
    "the database is not Gatehouse's: it changes the table features",
  ],
  "a table named like one of another program": [
    withSchema("CREATE TABLE _litestream_lock (id INTEGER CHECK (0))"),
    "the database is not Gatehouse's: it has the table _litestream_lock",
  ],
  "a table that is called a part of SQLite": [
    withBytes("harmless_x", "sqlite_x_y", "CREATE TABLE harmless_x (n INTEGER)"),
    "the database is not Gatehouse's: it has the table sqlite_x_y",
  ],
  "telemetry with a trigger": [
    (entries) =>
      withDatabase(
        entries,
        "telemetry.db",
        altered(
          named(entries, "telemetry.db"),
          "CREATE TRIGGER evil BEFORE INSERT ON days BEGIN SELECT 1; END",
        ),
      ),
    "the database is not Gatehouse's: it has the trigger evil of days",
  ],
  "telemetry of a newer Gatehouse": [
    (entries) =>
      withDatabase(
        entries,
        "telemetry.db",
        altered(named(entries, "telemetry.db"), "INSERT INTO migrations VALUES ('9999_new', 'x')"),
      ),
    "The database was made by a newer Gatehouse (it has the migration 9999_new)",
  ],
};

test.each(Object.entries(hostile))(
  "an archive with %s is refused, and nothing is restored",
  async (_, row) => {
    const [corrupt, reason] = row;
    const file = place.at("hostile.tar.gz");
    await writeEntries(file, corrupt(good));
    const before = filesOf(place.path);
    const outcome = restore({ file, dataDirectory: place.at("restored") });
    await expect(outcome).rejects.toThrow(reason);
    expect(filesOf(place.path)).toEqual(before);
  },
);

test("the archive without these changes is restored", async () => {
  const file = place.at("good.tar.gz");
  await writeEntries(file, withDatabase(good, "gatehouse.db", named(good, "gatehouse.db")));
  await restore({ file, dataDirectory: place.at("good") });
  expect(Object.keys(filesOf(place.at("good")) ?? {})).toContain("gatehouse.db");
});
