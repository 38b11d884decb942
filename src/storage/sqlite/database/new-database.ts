import { Database } from "bun:sqlite";
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { Migration } from "../../migrations.macro.ts";
import { migrate } from "./migrate.ts";
import { createPrivateFile, ownerOnly } from "./private-files.ts";

/** SQLite's files of a database. An old one must never meet a new database. */
const suffixes = ["", "-wal", "-shm", "-journal"] as const;

/** The bytes of a database file that say which journal it has, and the value for a write-ahead log. */
const journalVersionsAt = [18, 19] as const;
const withWriteAheadLog = 2;

/**
 * Creates a database with all tables, unless the file exists. The name appears when the whole file is
 * on the disk, so a crash leaves no database or a complete one. SQLite itself would wait for the disk
 * nine times, and this function waits twice. If it fails, SQLite creates the database, or reports
 * why it cannot.
 */
export function createDatabaseFile(path: string, migrations: readonly Migration[]): void {
  if (!suffixes.some((suffix) => existsSync(path + suffix))) {
    const partial = `${path}.new`;
    try {
      rmSync(partial, { force: true });
      writeDurably(partial, emptyDatabase(migrations));
      renameSync(partial, path);
      syncDirectory(dirname(path));
      return;
    } catch {
      removeIfPossible(partial);
    }
  }
  createPrivateFile(path);
}

function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The next start that creates a database removes it, or leaves the creation to SQLite.
  }
}

function emptyDatabase(migrations: readonly Migration[]): Uint8Array {
  using database = new Database(":memory:");
  migrate(database, migrations);
  const bytes = database.serialize();
  for (const at of journalVersionsAt) {
    bytes[at] = withWriteAheadLog;
  }
  return bytes;
}

function writeDurably(path: string, bytes: Uint8Array): void {
  const descriptor = openSync(path, "wx", ownerOnly);
  try {
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(descriptor, bytes, written);
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** As SQLite does, this ignores an error: some systems cannot synchronize directories. */
function syncDirectory(path: string): void {
  try {
    const descriptor = openSync(path, "r");
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // The file is complete under one of its two names, or missing.
  }
}
