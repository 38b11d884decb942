import { Database } from "bun:sqlite";
import { StorageError } from "../storage/storage.ts";
import { explained } from "./explained.ts";
import { appliedTags, refuseForeignSteps } from "./migrate.ts";
import type { Migration } from "./migrations.macro.ts";

const busyTimeoutMs = 5_000;

/**
 * Copies a database to a new file, as it is at one moment; others may write to it meanwhile, and
 * wait for nothing. Throws a `StorageError`.
 */
export function copyDatabase(source: string, target: string): void {
  // Not read-only: such a connection leaves its journal behind where no server runs.
  using database = explained(
    source,
    () => new Database(source, { create: false, readwrite: true }),
  );
  explained(source, () => {
    database.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    appliedTags(database);
  });
  explained(target, () => database.query("VACUUM INTO ?").run(target));
}

/**
 * Reads all of a database that nobody else uses, and returns the tags of the migrations that it
 * was made with. Throws a `StorageError` if anything in it is damaged or refers to nothing.
 */
export function checkDatabase(path: string): readonly string[] {
  return inspected(path, (database) => {
    const [first] = database
      .query<{ integrity_check: string }, []>("PRAGMA integrity_check(1)")
      .all();
    if (first?.integrity_check !== "ok") {
      throw new StorageError("the database is damaged");
    }
    if (database.query("PRAGMA foreign_key_check").get() !== null) {
      throw new StorageError("the database is damaged: something in it refers to nothing");
    }
    return appliedTags(database);
  });
}

/** Throws a `StorageError` for a database that this executable cannot take further. */
export function checkMigrations(path: string, migrations: readonly Migration[]): void {
  inspected(path, (database) => refuseForeignSteps(database, migrations));
}

function inspected<Result>(path: string, work: (database: Database) => Result): Result {
  return explained(path, () => {
    using database = new Database(path, { readonly: true });
    return work(database);
  });
}
