import { StorageError } from "../storage/storage.ts";

/**
 * The result of some work on a file or directory. Whatever the work throws becomes a `StorageError`
 * that says in one line what is wrong with the path; `otherwise` is said before an error that
 * neither SQLite nor the file system names.
 */
export function explained<Result>(path: string, work: () => Result, otherwise = ""): Result {
  try {
    return work();
  } catch (error) {
    const reason =
      error instanceof StorageError
        ? error.message
        : (knownReason(error) ?? otherwise + said(error));
    throw new StorageError(`${path}: ${reason}`, { cause: error });
  }
}

const reasons: Readonly<Record<string, string>> = {
  SQLITE_BUSY: "the data directory is in use by another Gatehouse",
  SQLITE_NOTADB: "the file is not a database, or is damaged",
  SQLITE_CORRUPT: "the database is damaged",
  SQLITE_READONLY: "the database cannot be written",
  SQLITE_CANTOPEN: "the file cannot be opened or made (does the directory allow writing?)",
  SQLITE_FULL: "the disk is full",
  SQLITE_IOERR: "the disk reports an error",
  ENOSPC: "the disk is full",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOTDIR: "the data path is not a directory",
  EEXIST: "the data path is not a directory",
};

/** SQLite's extended codes, such as SQLITE_READONLY_DBMOVED, stand for their families. */
function knownReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") {
    return undefined;
  }
  return reasons[error.code] ?? reasons[error.code.split("_", 2).join("_")];
}

function said(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n", 1);
  return line;
}
