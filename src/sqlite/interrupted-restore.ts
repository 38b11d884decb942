import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { StorageError } from "../storage/storage.ts";

/** Where a restore gathers the files before it gives them to the data directory. */
export function restorePath(directory: string): string {
  return join(directory, "restore.partial");
}

/**
 * Throws a `StorageError` for a directory whose restore was cut off: what is in it would be taken
 * for new and empty. gatehouse.db is what a restore puts in place last, so with it nothing is
 * missing. For whoever holds the directory's lock.
 */
export function refuseInterruptedRestore(directory: string): void {
  if (!existsSync(restorePath(directory))) {
    return;
  }
  if (!existsSync(join(directory, "gatehouse.db"))) {
    throw new StorageError(`${directory}: a restore into it was cut off; let it run again`);
  }
  rmSync(restorePath(directory), { recursive: true });
}
