import { Database } from "bun:sqlite";
import type { Migration } from "../../migrations.macro.ts";
import { StorageError } from "../../storage.ts";
import { appliedMigrationTags, migrate } from "./migrate.ts";

/**
 * Tables without code that other programs add to a database: SQLite's statistics, and the two of
 * Litestream.
 */
const foreignTables: ReadonlySet<string> = new Set([
  "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
  "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
  "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)",
  "CREATE TABLE _litestream_lock (id INTEGER)",
]);

const shownLengthMax = 80;

/**
 * Throws a `StorageError` unless the tables and indexes of a database are exactly the ones that its
 * migrations create. A trigger, a view or an index with an expression could run with every write of
 * the server that uses the database. The migrations of the database must be known.
 */
export function refuseForeignSchema(database: Database, migrations: readonly Migration[]): void {
  const expected = expectedSchema(appliedMigrationTags(database), migrations);
  const found = schemaOf(database);
  for (const [name, text] of found) {
    if (expected.get(name) !== text && !(text !== null && foreignTables.has(text))) {
      const problem = expected.has(name) ? "changes" : "has";
      throw new StorageError(`the database is not Gatehouse's: it ${problem} the ${shown(name)}`);
    }
  }
  for (const name of expected.keys()) {
    if (!found.has(name)) {
      throw new StorageError(`the database is not Gatehouse's: it lacks the ${shown(name)}`);
    }
  }
}

/** The texts of all objects, by their type and name; null for an index of SQLite itself. */
type Schema = ReadonlyMap<string, string | null>;

interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  readonly sql: string | null;
}

/** The same migrations in the same order give the same texts. */
function expectedSchema(tags: readonly string[], migrations: readonly Migration[]): Schema {
  using database = new Database(":memory:");
  migrate(
    database,
    tags.flatMap((tag) => migrations.find((migration) => migration.tag === tag) ?? []),
  );
  return schemaOf(database);
}

function schemaOf(database: Database): Schema {
  const rows = database
    .query<SchemaRow, []>("SELECT type, name, tbl_name AS 'table', sql FROM sqlite_schema")
    .all();
  return new Map(
    rows.map(({ type, name, table, sql }) => [
      name === table ? `${type} ${name}` : `${type} ${name} of ${table}`,
      sql,
    ]),
  );
}

function shown(name: string): string {
  return name.length > shownLengthMax ? `${name.slice(0, shownLengthMax)}…` : name;
}
