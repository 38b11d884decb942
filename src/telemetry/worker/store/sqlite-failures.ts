import { StorageError } from "../../../storage/storage.ts";
import type { FailureKind } from "../port/telemetry-store.ts";

/** The code of an SQLite error, or of the SQLite error that caused this one. */
function sqliteCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) {
    return undefined;
  }
  return "code" in error && typeof error.code === "string" && error.code.startsWith("SQLITE_")
    ? error.code
    : sqliteCodeOf(error.cause);
}

/** Whether the database's file has wrong content, so that no retry can succeed. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCodeOf(error);
  return code === "SQLITE_NOTADB" || code?.startsWith("SQLITE_CORRUPT") === true;
}

/** `unreachable` if another program has locked the database. */
export function sqliteFailureKind(error: unknown): FailureKind {
  if (isDamage(error)) {
    return "damaged";
  }
  const code = sqliteCodeOf(error);
  if (code?.startsWith("SQLITE_BUSY") === true) {
    return "unreachable";
  }
  return code !== undefined || error instanceof StorageError ? "storage" : "program";
}
