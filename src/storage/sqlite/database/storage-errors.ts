import { fileProblem } from "../../../core/text/file-problem.ts";
import { StorageError } from "../../storage.ts";

/**
 * Returns the result of work on a file or a directory. An error becomes a `StorageError` whose
 * message names the path and the reason in one line. `otherwise` precedes the message of an error
 * without a known code.
 */
export function withStorageErrors<Result>(
  path: string,
  work: () => Result,
  otherwise = "",
): Result {
  try {
    return work();
  } catch (error) {
    const reason =
      error instanceof StorageError
        ? error.message
        : (knownReason(error) ?? otherwise + firstLine(error));
    throw new StorageError(`${path}: ${reason}`, { cause: error });
  }
}

const reasons: Readonly<Record<string, string>> = {
  SQLITE_BUSY: "another program has locked the database",
  SQLITE_NOTADB: "the file is not a database, or is damaged",
  SQLITE_CORRUPT: "the database is damaged",
  SQLITE_READONLY: "the database cannot be written",
  SQLITE_CANTOPEN: "the file cannot be opened or created (is the directory writable?)",
  SQLITE_FULL: "the disk is full",
  SQLITE_IOERR: "the disk reported an error",
  ENOENT: "no such directory, and it cannot be created there",
  ENOTDIR: "the data path is not a directory",
  EEXIST: "the data path is not a directory",
};

const systemCode = /^E[A-Z]+$/;

/** SQLite's extended codes, such as SQLITE_READONLY_DBMOVED, begin with a basic code. */
function knownReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") {
    return undefined;
  }
  return (
    reasons[error.code] ??
    reasons[error.code.split("_", 2).join("_")] ??
    (systemCode.test(error.code) ? fileProblem(error) : undefined)
  );
}

function firstLine(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n", 1);
  return line;
}
