import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { migrate } from "../../src/sqlite/migrate.ts";
import { embedMigrations, type Migration } from "../../src/sqlite/migrations.macro.ts";
import { oldData } from "./gatehouse-data.ts";
import { schemaOf, tablesOf } from "./schema-of.ts";

const migrations = embedMigrations("gatehouse");

/** Today's database with everything that old data has, references kept. */
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

/** What drizzle-kit writes when a column of a table changes, its PRAGMAs included. */
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
      (made ?? "").replace(`\`${table}\``, `\`__new_${table}\``),
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
  "a later release may rebuild %s, and nothing that refers to it is lost",
  (table) => {
    using database = filled();
    const before = { rows: rowsOf(database), schema: schemaOf(database) };
    migrate(database, [...migrations, rebuildOf(database, table)]);
    expect({ rows: rowsOf(database), schema: schemaOf(database) }).toEqual(before);
    expect(lastIdsOf(database)).toMatchObject({ environments: 50, features: 7, tokens: 9 });
  },
);

test("an empty table that is rebuilt still remembers the last id it gave", () => {
  using database = filled();
  database.run("DELETE FROM tokens");
  migrate(database, [...migrations, rebuildOf(database, "tokens")]);
  expect(lastIdsOf(database)).toMatchObject({ tokens: 9 });
});

test("within a transaction, where references cannot be let go, nothing is rebuilt", () => {
  using database = filled();
  database.run("PRAGMA foreign_keys = ON");
  database.run("BEGIN");
  const before = rowsOf(database);
  expect(() => migrate(database, [...migrations, rebuildOf(database, "features")])).toThrow(
    "outside of any transaction",
  );
  expect(rowsOf(database)).toEqual(before);
});

function lastIdsOf(database: Database) {
  return Object.fromEntries(database.query("SELECT name, seq FROM sqlite_sequence").values());
}

test("a schema that differs is told from one that reads otherwise", () => {
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
