import { statSync } from "node:fs";
import { StorageError } from "../storage/storage.ts";

/** The database, its write-ahead log, and the shared-memory index of the log. */
const suffixes = ["", "-wal", "-shm"] as const;

/**
 * Remembers the files of an open database, and returns a check that throws a `StorageError` if they
 * were moved or removed. Without the check, a database in a removed directory would accept writes
 * that are lost when the process ends. A database in memory is never checked.
 */
export function databaseFilesCheck(path: string): () => void {
  if (path === ":memory:") {
    return () => undefined;
  }
  const files = suffixes.map((suffix) => ({ name: path + suffix, id: idOf(path + suffix) }));
  return () => {
    for (const { name, id } of files) {
      if (idOf(name) !== id) {
        throw new StorageError(`${name} was moved or removed while in use`);
      }
    }
  };
}

/** Identifies an existing file; null if there is none. */
function idOf(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.dev}:${stats.ino}`;
}
