import { Database } from "bun:sqlite";
import type { Migration } from "../../migrations.macro.ts";
import { StorageError } from "../../storage.ts";
import { appliedMigrationTags, refuseUnknownMigrations } from "./migrate.ts";
import { refuseForeignSchema } from "./schema-check.ts";
import { withStorageErrors } from "./storage-errors.ts";

const busyTimeoutMs = 5_000;

/**
 * Copies a database to a new file, as of one moment. Other connections may write during the copy,
 * and do not wait. Throws a `StorageError`.
 */
export function copyDatabase(source: string, target: string): void {
  // Not read-only: a read-only connection would leave its journal files behind if no server runs.
  using database = withStorageErrors(
    source,
    () => new Database(source, { create: false, readwrite: true }),
  );
  withStorageErrors(source, () => {
    database.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    appliedMigrationTags(database);
  });
  withStorageErrors(target, () => database.query("VACUUM INTO ?").run(target));
}

/**
 * Reads a whole database that is not in use, and returns the tags of its migrations. Throws a
 * `StorageError` if the database is damaged or a reference in it is broken.
 */
export function checkDatabase(path: string): readonly string[] {
  return withReadOnlyDatabase(path, (database) => {
    const [first] = database
      .query<{ integrity_check: string }, []>("PRAGMA integrity_check(1)")
      .all();
    if (first?.integrity_check !== "ok") {
      throw new StorageError("the database is damaged");
    }
    if (database.query("PRAGMA foreign_key_check").get() !== null) {
      throw new StorageError("the database is damaged: it has a broken reference");
    }
    return appliedMigrationTags(database);
  });
}

/**
 * Throws a `StorageError` if this executable cannot migrate the database, or if its migrations
 * create another schema.
 */
export function checkSchema(path: string, migrations: readonly Migration[]): void {
  withReadOnlyDatabase(path, (database) => {
    refuseUnknownMigrations(database, migrations);
    refuseForeignSchema(database, migrations);
  });
}

function withReadOnlyDatabase<Result>(path: string, work: (database: Database) => Result): Result {
  return withStorageErrors(path, () => {
    using database = new Database(path, { readonly: true });
    return work(database);
  });
}
