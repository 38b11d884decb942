import { statSync } from "node:fs";
import { StorageError } from "../../storage.ts";

/** A file of an open database; the id changes if the file is moved or replaced. */
export interface FileIdentity {
  readonly name: string;
  readonly id: string | null;
}

/** The database, its write-ahead log, and the shared-memory index of the log. */
const suffixes = ["", "-wal", "-shm"] as const;

/** The files of an open database; none for a database in memory. */
export function databaseFilesOf(path: string): readonly FileIdentity[] {
  return path === ":memory:"
    ? []
    : suffixes.map((suffix) => ({ name: path + suffix, id: idOf(path + suffix) }));
}

/**
 * Throws a `StorageError` if files of an open database were moved or removed. Without this check, a
 * database in a removed directory would accept writes that are lost when the process ends.
 */
export function checkDatabaseFiles(files: readonly FileIdentity[]): void {
  for (const { name, id } of files) {
    if (idOf(name) !== id) {
      throw new StorageError(`${name} was moved or removed while in use`);
    }
  }
}

/** Records the files of an open database, and returns their check. */
export function databaseFilesCheck(path: string): () => void {
  const files = databaseFilesOf(path);
  return () => checkDatabaseFiles(files);
}

/** Identifies an existing file; null if there is none. */
function idOf(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.dev}:${stats.ino}`;
}
