import { StorageError, UnstorableChangesError } from "../storage.ts";

/** The error of a commit that stored nothing. */
export function commitError(cause: unknown, isBecauseOfChanges: boolean): StorageError {
  const message = "The changes could not be stored";
  return isBecauseOfChanges
    ? new UnstorableChangesError(message, { cause })
    : new StorageError(message, { cause });
}

/** The error of a failed search for a commit. */
export function lookUpError(cause: unknown): StorageError {
  return new StorageError("The latest commit could not be read", { cause });
}

/** SQLite's codes of values that do not fit; it adds details, as in SQLITE_CONSTRAINT_UNIQUE. */
const codesAboutChanges = /^SQLITE_(?:CONSTRAINT|MISMATCH|RANGE|TOOBIG)/;

/** The start of Bun's error for a value that SQLite has no type for. */
const valueWithoutType = "Binding expected";

/** Whether a commit failed because of its changes, and not because of the medium. */
export function isAboutChanges(error: unknown): boolean {
  if (error instanceof Error && "code" in error) {
    return typeof error.code === "string" && codesAboutChanges.test(error.code);
  }
  return error instanceof TypeError && error.message.startsWith(valueWithoutType);
}
