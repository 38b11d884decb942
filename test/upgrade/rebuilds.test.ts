import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { embedMigrations, type Migration } from "../../src/storage/migrations.macro.ts";
import { migrate } from "../../src/storage/sqlite/database/migrate.ts";
import { oldData } from "./gatehouse-data.ts";
import { schemaOf, tablesOf } from "./schema-description.ts";

const migrations = embedMigrations("gatehouse");

/** Today's database with all sample data, and enforced references. */
function filled(): Database {
  const database = new Database(":memory:");
  migrate(database, migrations);
  for (const statement of Object.values(oldData).at(-1)?.statements ?? []) {
    database.run(statement);
  }
  return database;
}

function rowsOf(database: Database) {
  return tablesOf(database)
    .filter((name) => name !== "migrations")
    .map((name) => [name, database.query(`SELECT * FROM "${name}"`).values()]);
}

/** The migration that drizzle-kit writes for a changed column of a table, with its PRAGMAs. */
function rebuildOf(database: Database, table: string): Migration {
  const made = database
    .query<{ sql: string }, [string]>("SELECT sql FROM sqlite_schema WHERE name = ?")
    .get(table)?.sql;
  const indexes = database
    .query<{ sql: string }, [string]>(
      "SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
    )
    .all(table);
  return {
    tag: `9999_rebuilt_${table}`,
    hash: "0",
    statements: [
      "PRAGMA foreign_keys=OFF;",
      // SQLite writes another quote for a table that was rebuilt before.
      (made ?? "").replace(new RegExp(`["\`]${table}["\`]`), `\`__new_${table}\``),
      `INSERT INTO \`__new_${table}\` SELECT * FROM \`${table}\`;`,
      `DROP TABLE \`${table}\`;`,
      `ALTER TABLE \`__new_${table}\` RENAME TO \`${table}\`;`,
      "PRAGMA foreign_keys=ON;",
      ...indexes.map(({ sql }) => sql),
    ],
  };
}

function tablesToRebuild(): readonly string[] {
  using database = filled();
  return tablesOf(database).filter((name) => name !== "migrations");
}

test.each(tablesToRebuild())(
  "a later release may rebuild %s without losing rows that refer to it",
  (table) => {
    using database = filled();
    const before = { rows: rowsOf(database), schema: schemaOf(database) };
    migrate(database, [...migrations, rebuildOf(database, table)]);
    expect({ rows: rowsOf(database), schema: schemaOf(database) }).toEqual(before);
    expect(lastIdsOf(database)).toMatchObject({ environments: 50, features: 7, tokens: 9 });
  },
);

test("an empty table that is rebuilt keeps its last id", () => {
  using database = filled();
  database.run("DELETE FROM tokens");
  migrate(database, [...migrations, rebuildOf(database, "tokens")]);
  expect(lastIdsOf(database)).toMatchObject({ tokens: 9 });
});

test("inside a transaction, where references cannot be disabled, nothing is rebuilt", () => {
  using database = filled();
  database.run("PRAGMA foreign_keys = ON");
  database.run("BEGIN");
  const before = rowsOf(database);
  expect(() => migrate(database, [...migrations, rebuildOf(database, "features")])).toThrow(
    "inside a transaction",
  );
  expect(rowsOf(database)).toEqual(before);
});

function lastIdsOf(database: Database) {
  return Object.fromEntries(database.query("SELECT name, seq FROM sqlite_sequence").values());
}

test("different schemas are distinguished from equal ones with other SQL text", () => {
  using one = new Database(":memory:");
  using same = new Database(":memory:");
  using other = new Database(":memory:");
  one.run("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT NOT NULL DEFAULT 'x')");
  same.run("CREATE TABLE t (a INTEGER PRIMARY KEY)");
  same.run("ALTER TABLE t ADD COLUMN b TEXT NOT NULL DEFAULT 'x'");
  other.run("CREATE TABLE t (a INTEGER PRIMARY KEY AUTOINCREMENT, b TEXT NOT NULL DEFAULT 'x')");
  expect(schemaOf(same)).toEqual(schemaOf(one));
  expect(schemaOf(other)).not.toEqual(schemaOf(one));
  other.run("DROP TABLE t");
  other.run("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT NOT NULL DEFAULT 'x')");
  expect(schemaOf(other)).toEqual(schemaOf(one));
  other.run("CREATE INDEX i ON t (b) WHERE b = 'x'");
  expect(schemaOf(other)).not.toEqual(schemaOf(one));
});
