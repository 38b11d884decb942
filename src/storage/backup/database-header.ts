import { BackupError } from "./backup-error.ts";
import type { DatabaseEntry } from "./backup-manifest.ts";

const headerBytes = 100;
const magic = "SQLite format 3\0";
const pageBytesAt = 16;
/** A page of 65,536 bytes, which two bytes cannot hold, is stored as 1. */
const largestPage = { stored: 1, bytes: 65_536 };
const pageCountAt = 28;

/**
 * Passes the bytes of a database on to `write`, once its header shows that it is a SQLite database
 * of the declared size. Throws a `BackupError` otherwise, before it passes anything on.
 */
export function checkingHeader(
  { name, bytes }: DatabaseEntry,
  write: (chunk: Uint8Array) => void,
): (chunk: Uint8Array) => void {
  let held: Uint8Array | null = new Uint8Array();
  return (chunk) => {
    if (held === null) {
      write(chunk);
      return;
    }
    const start = Buffer.concat([held, chunk]);
    if (start.length < Math.min(headerBytes, bytes)) {
      held = start;
      return;
    }
    if (declaredBytes(start) !== bytes) {
      throw new BackupError(`${name}: the file is not a database, or is damaged`);
    }
    held = null;
    write(start);
  };
}

/** The size of a database by its header; null for another file. */
function declaredBytes(start: Buffer): number | null {
  if (start.length < headerBytes || start.toString("latin1", 0, magic.length) !== magic) {
    return null;
  }
  const stored = start.readUInt16BE(pageBytesAt);
  const pageBytes = stored === largestPage.stored ? largestPage.bytes : stored;
  return pageBytes * start.readUInt32BE(pageCountAt);
}
