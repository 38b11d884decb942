import type { Database } from "bun:sqlite";
import type { Migration } from "./migrations.macro.ts";
import { StorageError } from "./storage.ts";

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
  database.run("PRAGMA foreign_keys = OFF");
  database.run(
    "CREATE TABLE IF NOT EXISTS migrations (tag TEXT PRIMARY KEY, hash TEXT NOT NULL) STRICT",
  );
  for (const migration of missing) {
    database.transaction(() => applyStep(database, migration)).immediate();
  }
  database.run("PRAGMA foreign_keys = ON");
}

function applyStep(database: Database, migration: Migration): void {
  for (const statement of migration.statements) {
    database.run(statement);
  }
  const broken = database.query("PRAGMA foreign_key_check").all();
  if (broken.length > 0) {
    throw new StorageError(`Migration ${migration.tag} would leave broken references`);
  }
  database.run("INSERT INTO migrations (tag, hash) VALUES (?, ?)", [migration.tag, migration.hash]);
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
