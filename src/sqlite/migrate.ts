import type { Database } from "bun:sqlite";
import { StorageError } from "../storage/storage.ts";
import type { Migration } from "./migrations.macro.ts";

/**
 * Brings a database to the schema this executable knows, each step in its own transaction. Keyed
 * by tag, so a step merged late still runs; foreign keys are off meanwhile, because a table rebuild
 * would otherwise cascade into its children. Throws as `refuseForeignSteps` does, and then has
 * touched nothing.
 */
export function migrate(database: Database, migrations: readonly Migration[]): void {
  refuseForeignSteps(database, migrations);
  const applied = appliedSteps(database);
  const missing = migrations.filter((migration) => !applied.has(migration.tag));
  if (missing.length === 0) {
    return;
  }
  keepNoReferences(database);
  try {
    database.run(
      "CREATE TABLE IF NOT EXISTS migrations (tag TEXT PRIMARY KEY, hash TEXT NOT NULL) STRICT",
    );
    for (const migration of missing) {
      database.transaction(() => applyStep(database, migration)).immediate();
    }
  } finally {
    database.run("PRAGMA foreign_keys = ON");
  }
}

/** SQLite does nothing, and says nothing, when it is asked within a transaction. */
function keepNoReferences(database: Database): void {
  database.run("PRAGMA foreign_keys = OFF");
  const { foreign_keys: isKept } = database
    .query<{ foreign_keys: number }, []>("PRAGMA foreign_keys")
    .get() ?? { foreign_keys: 1 };
  if (isKept !== 0) {
    throw new Error("A database is migrated outside of any transaction");
  }
}

function applyStep(database: Database, migration: Migration): void {
  const lastIds = lastIdsOf(database);
  for (const statement of migration.statements) {
    database.run(statement);
  }
  keepLastIds(database, lastIds);
  const broken = database.query("PRAGMA foreign_key_check").all();
  if (broken.length > 0) {
    throw new StorageError(`Migration ${migration.tag} would leave broken references`);
  }
  database.run("INSERT INTO migrations (tag, hash) VALUES (?, ?)", [migration.tag, migration.hash]);
}

interface LastId {
  readonly name: string;
  readonly seq: number;
}

function lastIdsOf(database: Database): readonly LastId[] {
  const hasAny = database.query("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'").get();
  return hasAny === null
    ? []
    : database.query<LastId, []>("SELECT name, seq FROM sqlite_sequence").all();
}

/**
 * A rebuilt table knows only the ids of the rows it was given, and would hand out those of rows
 * that are gone once more.
 */
function keepLastIds(database: Database, lastIds: readonly LastId[]): void {
  const isTable = database.query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  for (const { name, seq } of lastIds) {
    if (isTable.get(name) !== null) {
      const known = database.run("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", [
        seq,
        name,
      ]);
      if (known.changes === 0) {
        database.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [name, seq]);
      }
    }
  }
}

interface Step {
  readonly tag: string;
  readonly hash: string;
}

function appliedSteps(database: Database): ReadonlyMap<string, string> {
  const known = database
    .query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'")
    .get();
  if (known === null) {
    return new Map();
  }
  const steps = database.query<Step, []>("SELECT tag, hash FROM migrations ORDER BY rowid").all();
  return new Map(steps.map((step) => [step.tag, step.hash]));
}

/** The tags of the steps that made a database, in the order they were applied. */
export function appliedTags(database: Database): readonly string[] {
  return [...appliedSteps(database).keys()];
}

/**
 * Throws a `StorageError` for a database with steps that are unknown here or that differ from the
 * ones it was made with. Only reads.
 */
export function refuseForeignSteps(database: Database, migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.tag, migration.hash]));
  for (const [tag, hash] of appliedSteps(database)) {
    const expected = known.get(tag);
    if (expected === undefined) {
      throw new StorageError(
        `The database was made by a newer Gatehouse (it has the migration ${tag})`,
      );
    }
    if (expected !== hash) {
      throw new StorageError(
        `The migration ${tag} differs from the one the database was made with`,
      );
    }
  }
}
