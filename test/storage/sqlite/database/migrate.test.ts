import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import type { Migration } from "../../../../src/storage/migrations.macro.ts";
import { migrate } from "../../../../src/storage/sqlite/database/migrate.ts";
import { StorageError } from "../../../../src/storage/storage.ts";

const foundation = migration("0000_foundation", [
  "CREATE TABLE flags (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
  `CREATE TABLE rules (
    id INTEGER PRIMARY KEY,
    flag_id INTEGER NOT NULL REFERENCES flags (id) ON DELETE CASCADE
  )`,
]);
const early = migration("0001_early", ["ALTER TABLE flags ADD COLUMN early TEXT"]);
const late = migration("0002_late", ["ALTER TABLE flags ADD COLUMN late TEXT"]);

/** As drizzle-kit writes it, with its PRAGMAs, which have no effect inside a transaction. */
const rebuild = migration("0003_rebuild", [
  "PRAGMA foreign_keys=OFF;",
  "CREATE TABLE `__new_flags` (id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT '')",
  "INSERT INTO `__new_flags` (id, name) SELECT id, name FROM `flags`;",
  "DROP TABLE `flags`;",
  "ALTER TABLE `__new_flags` RENAME TO `flags`;",
  "PRAGMA foreign_keys=ON;",
]);
const orphaning = migration("0004_orphaning", [
  "DELETE FROM flags",
  "CREATE TABLE half (id INTEGER)",
]);
const failing = migration("0005_failing", [
  "CREATE TABLE half (id INTEGER)",
  "SELECT * FROM nothing",
]);

test("migrations run once, in order, and are recorded", () => {
  using database = withRows([foundation, early]);
  migrate(database, [foundation, early]);
  expect(tagsOf(database)).toEqual([foundation.tag, early.tag]);
  expect(columnsOf(database, "flags")).toEqual(["id", "name", "early"]);
});

test("a migration that was merged late, before applied ones, still runs", () => {
  using database = withRows([foundation, late]);
  migrate(database, [foundation, early, late]);
  expect(tagsOf(database)).toEqual([foundation.tag, late.tag, early.tag]);
  expect(columnsOf(database, "flags")).toEqual(["id", "name", "late", "early"]);
});

test("rebuilding a table keeps the rows that refer to it, and enforces references afterwards", () => {
  using database = withRows([foundation]);
  migrate(database, [foundation, rebuild]);
  expect(database.query("SELECT * FROM rules").all()).toEqual([
    { id: 10, flag_id: 1 },
    { id: 11, flag_id: 1 },
  ]);
  expect(() => database.run("INSERT INTO rules (flag_id) VALUES (999)")).toThrow("FOREIGN KEY");
  database.run("DELETE FROM flags");
  expect(database.query("SELECT * FROM rules").all()).toEqual([]);
});

test("a migration that would leave broken references is rolled back completely", () => {
  using database = withRows([foundation]);
  const before = database.serialize();
  expect(() => migrate(database, [foundation, orphaning])).toThrow(
    new StorageError("Migration 0004_orphaning would leave broken references"),
  );
  expect(contentsOf(database)).toEqual(contentsOf(Database.deserialize(before)));
});

test("a failed migration is rolled back completely, and the earlier ones stay", () => {
  using database = withRows([foundation]);
  expect(() => migrate(database, [foundation, early, failing, late])).toThrow("nothing");
  expect(tagsOf(database)).toEqual([foundation.tag, early.tag]);
  expect(columnsOf(database, "flags")).toEqual(["id", "name", "early"]);
  expect(columnsOf(database, "half")).toEqual([]);
});

const refused: readonly (readonly [string, readonly Migration[], string])[] = [
  [
    "of a newer Gatehouse",
    [foundation],
    "The database was made by a newer Gatehouse (it has the migration 0001_early)",
  ],
  [
    "with an applied migration that was edited since",
    [foundation, migration(early.tag, ["ALTER TABLE flags ADD COLUMN other TEXT"]), late],
    "The migration 0001_early differs from the one that was applied to the database",
  ],
];

test.each(refused)("a database %s is refused, and unchanged", (_, migrations, message) => {
  using database = withRows([foundation, early]);
  const before = database.serialize();
  expect(() => migrate(database, migrations)).toThrow(new StorageError(message));
  expect(database.serialize()).toEqual(before);
});

function migration(tag: string, statements: readonly string[]): Migration {
  const hash = new Bun.CryptoHasher("sha256").update(statements.join()).digest("hex");
  return { tag, hash, statements };
}

/** A flag with two rules, in the tables of those migrations, with enforced references. */
function withRows(migrations: readonly Migration[]): Database {
  const database = new Database(":memory:");
  migrate(database, migrations);
  database.run("PRAGMA foreign_keys = ON");
  database.run("INSERT INTO flags (id, name) VALUES (1, 'a')");
  database.run("INSERT INTO rules (id, flag_id) VALUES (10, 1), (11, 1)");
  return database;
}

function tagsOf(database: Database): readonly unknown[] {
  return database.query("SELECT tag FROM migrations ORDER BY rowid").values().flat();
}

function columnsOf(database: Database, table: string): readonly unknown[] {
  return database.query("SELECT name FROM pragma_table_info(?)").values(table).flat();
}

function contentsOf(database: Database) {
  const tables = database.query("SELECT name, sql FROM sqlite_schema ORDER BY name").values();
  return ["flags", "rules", "migrations"].map((name) => [
    tables,
    database.query(`SELECT * FROM ${name}`).values(),
  ]);
}
