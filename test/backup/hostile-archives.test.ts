import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { restore } from "../../src/backup/restore.ts";
import { type Entries, entriesOf, withDatabase, withManifest, writeEntries } from "./archives.ts";
import { filesOf, Workplace } from "./data-directory.ts";

let place: Workplace;
let good: Entries;

beforeAll(async () => {
  place = await Workplace.filled();
  place.alter("telemetry.db", "CREATE TABLE counts (n INTEGER)");
  good = await entriesOf(await place.backUp());
});
afterAll(() => place[Symbol.dispose]());

const foreign = "it does not hold the files that its manifest names";
const damagedManifest = "the backup's manifest is damaged";
const noBackup = "it is no backup of Gatehouse";
const zeros = "0".repeat(64);

/** A copy of a database's file with statements run on it. */
function altered(data: Uint8Array, ...statements: readonly string[]): Uint8Array {
  using database = Database.deserialize(Buffer.from(data));
  for (const statement of statements) {
    database.run(statement);
  }
  return database.serialize();
}

function renamed(entries: Entries, name: string): Entries {
  return entries.map((entry) => (entry.name === "gatehouse.db" ? { ...entry, name } : entry));
}

function named(entries: Entries, name: string): Uint8Array {
  return entries.find((entry) => entry.name === name)?.data ?? new Uint8Array();
}

/** What is wrong with an archive, and the end of the reason. */
const hostile: Readonly<Record<string, readonly [(entries: Entries) => Entries, string]>> = {
  "a name that leads out": [(entries) => renamed(entries, "../gatehouse.db"), foreign],
  "an absolute name": [(entries) => renamed(entries, "/tmp/gatehouse.db"), foreign],
  "a name that leads out and in": [(entries) => renamed(entries, "x/../gatehouse.db"), foreign],
  "a name with a dot before it": [(entries) => renamed(entries, "./gatehouse.db"), foreign],
  "another name": [(entries) => renamed(entries, "gatehouse.lock"), foreign],
  "a manifest that names what leads out": [
    (entries) =>
      withManifest(renamed(entries, "../gatehouse.db"), (document) => ({
        ...document,
        databases: document.databases.map((database) => ({ ...database, name: "../gatehouse.db" })),
      })),
    damagedManifest,
  ],
  "a link": [
    (entries) => entries.map((entry, at) => (at === 1 ? { ...entry, type: "symlink" } : entry)),
    foreign,
  ],
  "a hard link": [
    (entries) => entries.map((entry, at) => (at === 1 ? { ...entry, type: "link" } : entry)),
    foreign,
  ],
  "a directory": [
    (entries) => entries.map((entry, at) => (at === 2 ? { ...entry, type: "directory" } : entry)),
    foreign,
  ],
  "a file more": [(entries) => [...entries, { name: "extra", data: new Uint8Array(9) }], foreign],
  "a file twice": [(entries) => [...entries, ...entries.slice(2)], foreign],
  "a file less": [(entries) => entries.slice(0, 2), "it is cut off"],
  "no database": [(entries) => entries.slice(0, 1), "it is cut off"],
  nothing: [() => [], "it is cut off"],
  "the files in another order": [
    ([manifest, ...others]) => [...(manifest ? [manifest] : []), ...others.toReversed()],
    foreign,
  ],
  "the manifest last": [(entries) => entries.toReversed(), noBackup],
  "no manifest": [(entries) => entries.slice(1), noBackup],
  "a manifest too large": [
    ([, ...others]) => [{ name: "manifest.json", data: new Uint8Array(1e6) }, ...others],
    noBackup,
  ],
  "a manifest that is no JSON": [
    ([, ...others]) => [{ name: "manifest.json", data: Buffer.from("{") }, ...others],
    damagedManifest,
  ],
  "a manifest of a newer format": [
    (entries) => withManifest(entries, (document) => ({ ...document, format: 2, new: true })),
    "the backup was made by a newer Gatehouse",
  ],
  "a manifest with something more": [
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
  "a manifest that names a database twice": [
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
    "its telemetry.db is not the one that was written",
  ],
  "a database longer than its manifest says": [
    (entries) =>
      entries.map((entry) =>
        entry.name === "gatehouse.db"
          ? { ...entry, data: Buffer.concat([entry.data, new Uint8Array(512)]) }
          : entry,
      ),
    "its gatehouse.db is not the one that was written",
  ],
  "a database that is none": [
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
    "gatehouse.db: the database is damaged: something in it refers to nothing",
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
  "telemetry of a newer Gatehouse": [
    (entries) =>
      withDatabase(
        entries,
        "telemetry.db",
        altered(
          named(entries, "telemetry.db"),
          "CREATE TABLE migrations (tag TEXT PRIMARY KEY, hash TEXT)",
          "INSERT INTO migrations VALUES ('9999_new', 'x')",
        ),
      ),
    "The database was made by a newer Gatehouse (it has the migration 9999_new)",
  ],
};

test.each(Object.entries(hostile))("an archive with %s is refused whole", async (_, row) => {
  const [spoil, reason] = row;
  const file = place.at("hostile.tar.gz");
  await writeEntries(file, spoil(good));
  const before = filesOf(place.path);
  const outcome = restore({ file, dataDirectory: place.at("restored") });
  await expect(outcome).rejects.toThrow(reason);
  expect(filesOf(place.path)).toEqual(before);
});

test("the archive that these are made of is restored", async () => {
  const file = place.at("good.tar.gz");
  await writeEntries(file, withDatabase(good, "gatehouse.db", named(good, "gatehouse.db")));
  await restore({ file, dataDirectory: place.at("good") });
  expect(Object.keys(filesOf(place.at("good")) ?? {})).toContain("gatehouse.db");
});
