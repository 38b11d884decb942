import type { Database } from "bun:sqlite";
import type { Migration } from "../../migrations.macro.ts";
import { StorageError } from "../../storage.ts";

/**
 * Migrates a database to the schema of this executable, each migration in its own transaction. A new
 * database gets all in one, because each commit waits for the disk.
 * Migrations are identified by tag, so one that was merged later still runs. Foreign keys are
 * disabled until the end, because the rebuild of a table would delete the rows that refer to it.
 * Throws as `refuseUnknownMigrations` does, before any change. `onMigration` is called before a
 * database of an older version is changed.
 */
export function migrate(
  database: Database,
  migrations: readonly Migration[],
  onMigration: (() => void) | undefined = undefined,
): void {
  refuseUnknownMigrations(database, migrations);
  const applied = appliedMigrations(database);
  const missing = migrations.filter((migration) => !applied.has(migration.tag));
  if (missing.length === 0) {
    return;
  }
  if (applied.size > 0) {
    onMigration?.();
  }
  disableForeignKeys(database);
  try {
    database.run(
      "CREATE TABLE IF NOT EXISTS migrations (tag TEXT PRIMARY KEY, hash TEXT NOT NULL) STRICT",
    );
    const steps = applied.size === 0 ? [missing] : missing.map((each) => [each]);
    for (const step of steps) {
      database.transaction(() => applyMigrations(database, step)).immediate();
    }
  } finally {
    database.run("PRAGMA foreign_keys = ON");
  }
}

/** Throws inside a transaction, where SQLite ignores the pragma without an error. */
function disableForeignKeys(database: Database): void {
  database.run("PRAGMA foreign_keys = OFF");
  const { foreign_keys: isEnabled } = database
    .query<{ foreign_keys: number }, []>("PRAGMA foreign_keys")
    .get() ?? { foreign_keys: 1 };
  if (isEnabled !== 0) {
    throw new Error("A database cannot be migrated inside a transaction");
  }
}

/** The checks take half of the time, and a new database has no rows to check in between. */
function applyMigrations(database: Database, migrations: readonly Migration[]): void {
  const idCounters = readIdCounters(database);
  for (const { tag, hash, statements } of migrations) {
    for (const statement of statements) {
      database.run(statement);
    }
    database.run("INSERT INTO migrations (tag, hash) VALUES (?, ?)", [tag, hash]);
  }
  raiseIdCounters(database, idCounters);
  const broken = database.query("PRAGMA foreign_key_check").all();
  if (broken.length > 0) {
    const tags = migrations.map(({ tag }) => tag).join(", ");
    throw new StorageError(`Migration ${tags} would leave broken references`);
  }
}

interface IdCounter {
  readonly name: string;
  readonly seq: number;
}

function readIdCounters(database: Database): readonly IdCounter[] {
  const hasAny = database.query("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'").get();
  return hasAny === null
    ? []
    : database.query<IdCounter, []>("SELECT name, seq FROM sqlite_sequence").all();
}

/**
 * Raises the id counters of rebuilt tables to their earlier values. SQLite sets the counter of a
 * rebuilt table to the highest id of the copied rows, and would use the ids of deleted rows again.
 */
function raiseIdCounters(database: Database, idCounters: readonly IdCounter[]): void {
  const isTable = database.query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  for (const { name, seq } of idCounters) {
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

interface AppliedMigration {
  readonly tag: string;
  readonly hash: string;
}

function appliedMigrations(database: Database): ReadonlyMap<string, string> {
  const known = database
    .query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'")
    .get();
  if (known === null) {
    return new Map();
  }
  const steps = database
    .query<AppliedMigration, []>("SELECT tag, hash FROM migrations ORDER BY rowid")
    .all();
  return new Map(steps.map((step) => [step.tag, step.hash]));
}

/** Whether a database has all migrations. */
export function isMigrated(database: Database, migrations: readonly Migration[]): boolean {
  const applied = appliedMigrations(database);
  return migrations.every(({ tag }) => applied.has(tag));
}

/** The tags of the applied migrations of a database, in order. */
export function appliedMigrationTags(database: Database): readonly string[] {
  return [...appliedMigrations(database).keys()];
}

/**
 * Throws a `StorageError` if the database has a migration that is unknown here, or whose SQL
 * differs from the one here. Only reads.
 */
export function refuseUnknownMigrations(
  database: Database,
  migrations: readonly Migration[],
): void {
  const known = new Map(migrations.map((migration) => [migration.tag, migration.hash]));
  for (const [tag, hash] of appliedMigrations(database)) {
    const expected = known.get(tag);
    if (expected === undefined) {
      throw new StorageError(
        `The database was made by a newer Gatehouse (it has the migration ${tag})`,
      );
    }
    if (expected !== hash) {
      throw new StorageError(
        `The migration ${tag} differs from the one that was applied to the database`,
      );
    }
  }
}
