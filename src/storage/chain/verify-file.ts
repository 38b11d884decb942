import { Database } from "bun:sqlite";
import { closeSync, copyFileSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { NewPrivateFile } from "../backup/new-private-file.ts";
import { readBackup } from "../backup/read-backup.ts";
import { isBusy } from "../sqlite/database/retry-while-busy.ts";
import { withStorageErrors } from "../sqlite/database/storage-errors.ts";
import { StorageError } from "../storage-error.ts";
import { type VerifyOptions, verifyDatabase } from "./verify-database.ts";
import { verifyExport } from "./verify-export.ts";
import type { VerifyReport } from "./verify-report.ts";

const mainDatabase = "gatehouse.db";
const sqliteStart = "SQLite format 3\0";
const gzipStart = "\u001f\u008b";

/**
 * Checks the record in a data directory, a database file, a backup or an export with proofs.
 * `temporary` is an empty directory for files that must be unpacked or copied. Rejects with a
 * `StorageError` or a `BackupError` if it is none of these.
 */
export async function verifyFile(
  path: string,
  temporary: string,
  options: VerifyOptions,
): Promise<VerifyReport> {
  const stats = withStorageErrors(path, () => statSync(path));
  const file = stats.isDirectory() ? join(path, mainDatabase) : path;
  const start = withStorageErrors(file, () => startOf(file));
  if (start.startsWith(sqliteStart)) {
    return verifyOpened(file, temporary, options);
  }
  if (start.startsWith(gzipStart)) {
    return verifyBackup(file, temporary, options);
  }
  if (start.startsWith("{")) {
    return verifyExport(linesOf(file), options);
  }
  throw new StorageError(
    `${file} is no data directory, database, backup or export of gatehouse audit export --proofs`,
  );
}

function startOf(file: string): string {
  const opened = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(sqliteStart.length);
    const count = readSync(opened, bytes, 0, bytes.length, 0);
    return bytes.subarray(0, count).toString("latin1");
  } finally {
    closeSync(opened);
  }
}

/**
 * Nothing is written next to the file: if a killed server left a write-ahead log, copies of both are
 * read.
 */
function verifyOpened(file: string, temporary: string, options: VerifyOptions): VerifyReport {
  if (isServed(file)) {
    return verifyDatabase(file, "in use", options);
  }
  const log = `${file}-wal`;
  if (!existsSync(log) || statSync(log).size === 0) {
    return verifyDatabase(file, "unused", options);
  }
  const copy = join(temporary, mainDatabase);
  withStorageErrors(copy, () => {
    copyFileSync(file, copy);
    copyFileSync(log, `${copy}-wal`);
  });
  return verifyDatabase(copy, "in use", options);
}

/** Whether a server holds the lock of the directory. */
function isServed(file: string): boolean {
  const lock = join(dirname(file), "gatehouse.lock");
  if (!existsSync(lock)) {
    return false;
  }
  try {
    using database = new Database(lock, { readonly: true });
    database.query("SELECT 1 FROM sqlite_schema").get();
    return false;
  } catch (error) {
    return isBusy(error);
  }
}

async function verifyBackup(
  file: string,
  temporary: string,
  options: VerifyOptions,
): Promise<VerifyReport> {
  const copy = join(temporary, mainDatabase);
  {
    using files = new DisposableStack();
    await readBackup(file, {
      onManifest: () => undefined,
      receiverOf({ name }) {
        if (name !== mainDatabase) {
          return () => undefined;
        }
        const target = files.use(new NewPrivateFile(copy));
        return (chunk) => target.write(chunk);
      },
    });
  }
  return verifyDatabase(copy, "unused", options);
}

async function* linesOf(file: string): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of Bun.file(file).stream()) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  yield rest;
}
