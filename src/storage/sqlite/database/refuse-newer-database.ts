import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import type { Migration } from "../../migrations.macro.ts";
import { StorageError } from "../../storage.ts";
import { refuseUnknownMigrations } from "./migrate.ts";
import { withStorageErrors } from "./storage-errors.ts";

/**
 * Throws a `StorageError` if the file is a database that a later release has migrated. Every other
 * problem is left to the code that opens the database.
 */
export function refuseNewerDatabase(path: string, migrations: readonly Migration[]): void {
  withStorageErrors(path, () => {
    try {
      if (existsSync(path)) {
        // A read-only connection could not read the write-ahead log of a process that was killed.
        using database = new Database(path, { create: false, readwrite: true });
        refuseUnknownMigrations(database, migrations);
      }
    } catch (error) {
      if (error instanceof StorageError) {
        throw error;
      }
    }
  });
}
