import { statSync } from "node:fs";
import { StorageError } from "../storage/storage.ts";

/** The database, what was not yet moved into it, and the index of that. */
const suffixes = ["", "-wal", "-shm"] as const;

/**
 * Remembers which files an open database consists of, and returns a check that throws a
 * `StorageError` once they are no longer found under their names. Without it a database whose
 * directory was removed goes on to take writes, which end with the process. One that is in memory
 * is always there.
 */
export function filesInPlace(path: string): () => void {
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

/** Tells a file from every other that is there at the same time; null for none. */
function idOf(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.dev}:${stats.ino}`;
}
