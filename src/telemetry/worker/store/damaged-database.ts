import { Database } from "bun:sqlite";
import { describeError } from "../../../core/text/describe-error.ts";
import {
  databaseBytes,
  setAsideDatabase,
} from "../../../storage/sqlite/database/set-aside-database.ts";
import { withStorageErrors } from "../../../storage/sqlite/database/storage-errors.ts";
import type { OpenMessage, SetAsideDatabase } from "../../messages/messages.ts";
import { isDamage } from "./sqlite-failures.ts";

/** A check of this many bytes takes up to 0.1 s of the start. */
const checkedBytesMax = 16 * 1024 * 1024;

type DatabaseToOpen = Pick<OpenMessage, "path" | "isSuspect" | "settings" | "now">;

/**
 * Returns the result of `open`. If the database is damaged it is renamed, and `open` creates a new
 * one. Throws a `StorageError` if it cannot be renamed, and any other error of `open`.
 */
export function openOrReplace<Opened>(
  database: DatabaseToOpen,
  open: () => Opened,
): { readonly opened: Opened; readonly setAside?: SetAsideDatabase } {
  const { path, now } = database;
  try {
    withStorageErrors(path, () => checkDamage(database));
    return { opened: open() };
  } catch (error) {
    if (!isDamage(error)) {
      throw error;
    }
    const file = withStorageErrors(path, () => setAsideDatabase(path, now));
    return { opened: open(), setAside: { file, reason: describeError(error) } };
  }
}

/**
 * Throws an error with SQLite's code if the database is damaged. Reads all of a small database, and
 * of any if `isSuspect`; other damage appears when the damaged part is read. A connection that only
 * reads preserves the write-ahead log; a writing one would remove it at the end.
 */
function checkDamage({ path, isSuspect, settings }: DatabaseToOpen): void {
  const bytes = databaseBytes(path);
  if (bytes === 0) {
    return;
  }
  using client = new Database(path, { readonly: true });
  client.run(`PRAGMA busy_timeout = ${settings.lockWaitMs}`);
  const pragma = isSuspect || bytes <= checkedBytesMax ? "quick_check(1)" : "schema_version";
  const [found] = client.query<Record<string, unknown>, []>(`PRAGMA ${pragma}`).all();
  const { quick_check: damage = "ok" } = found ?? {};
  if (damage !== "ok") {
    throw Object.assign(new Error(String(damage)), { code: "SQLITE_CORRUPT" });
  }
}
