import { chmodSync, closeSync, lstatSync, openSync } from "node:fs";
import { join } from "node:path";
import { StorageError } from "../../storage.ts";
import { dataFileNames } from "./data-directory-check.ts";

export const ownerOnly = 0o600;
const othersMay = 0o077;

/**
 * Creates a file that only its owner may read, unless it exists. SQLite would create it with the
 * mode of the umask. SQLite's other files of a database get the database's mode. An existing file
 * is not opened: closing it would release SQLite's locks on it. If the file cannot be created,
 * SQLite reports why.
 */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, "wx", ownerOnly));
  } catch {
    // It exists, or opening the database fails with a better message.
  }
}

/**
 * Closes the files of a data directory to other users: older versions created them with the mode of
 * the umask. Throws a `StorageError` if that is not possible.
 */
export function closeFilesToOthers(directory: string): void {
  for (const path of dataFileNames.map((name) => join(directory, name))) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isFile() === true && (stats.mode & othersMay) !== 0) {
      closeToOthers(path);
    }
  }
}

function closeToOthers(path: string): void {
  try {
    chmodSync(path, ownerOnly);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${error.code})` : "";
    throw new StorageError(
      `${path}: other users may read the file, and its mode cannot be set to 0600${code}`,
      {
        cause: error,
      },
    );
  }
}
