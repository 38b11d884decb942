import { StorageError } from "../../../storage/storage.ts";

/** The code of an SQLite error, or of the SQLite error that caused this one. */
function sqliteCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) {
    return undefined;
  }
  return "code" in error && typeof error.code === "string" && error.code.startsWith("SQLITE_")
    ? error.code
    : sqliteCodeOf(error.cause);
}

/** Whether the database's file has wrong content, so that no repetition can succeed. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCodeOf(error);
  return code === "SQLITE_NOTADB" || code?.startsWith("SQLITE_CORRUPT") === true;
}

/** Whether another program has locked the database. */
export function isLocked(error: unknown): boolean {
  return sqliteCodeOf(error)?.startsWith("SQLITE_BUSY") === true;
}

/** Whether the database, its disk or its directory failed, and not this program. */
export function isStorageFailure(error: unknown): boolean {
  return error instanceof StorageError || sqliteCodeOf(error) !== undefined;
}
