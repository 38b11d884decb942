import { StorageError, UnstorableChangesError } from "../storage.ts";

/** The error of a commit that kept nothing. */
export function commitError(cause: unknown, isBecauseOfChanges: boolean): StorageError {
  const message = "The changes could not be stored";
  return isBecauseOfChanges
    ? new UnstorableChangesError(message, { cause })
    : new StorageError(message, { cause });
}

/** The error of a search for a commit that gave no answer. */
export function lookUpError(cause: unknown): StorageError {
  return new StorageError("The newest commit could not be read", { cause });
}

/** SQLite's codes of values that do not fit; it adds details, as in SQLITE_CONSTRAINT_UNIQUE. */
const codesAboutChanges = /^SQLITE_(?:CONSTRAINT|MISMATCH|RANGE|TOOBIG)/;

/** How Bun's error of a value that SQLite has no type for begins. */
const valueWithoutType = "Binding expected";

/** Whether an error of a commit is about its changes, and not about the medium. */
export function isAboutChanges(error: unknown): boolean {
  if (error instanceof Error && "code" in error) {
    return typeof error.code === "string" && codesAboutChanges.test(error.code);
  }
  return error instanceof TypeError && error.message.startsWith(valueWithoutType);
}
