import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { StorageError } from "../../storage.ts";

/** The directory into which a restore extracts the files before it moves them. */
export function restorePath(directory: string): string {
  return join(directory, "restore.partial");
}

/**
 * Throws a `StorageError` if a restore into the directory was interrupted. The server would regard
 * its files as a new, empty data directory. A restore moves gatehouse.db last, so nothing is
 * missing if it exists. The caller must hold the directory's lock.
 */
export function refuseInterruptedRestore(directory: string): void {
  if (!existsSync(restorePath(directory))) {
    return;
  }
  if (!existsSync(join(directory, "gatehouse.db"))) {
    throw new StorageError(
      `${directory}: a restore into it was interrupted; run the restore again`,
    );
  }
  rmSync(restorePath(directory), { recursive: true });
}
