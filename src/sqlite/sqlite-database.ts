import { Database } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { explained } from "./explained.ts";
import { migrate, refuseForeignSteps } from "./migrate.ts";
import type { Migration } from "./migrations.macro.ts";

export interface DatabaseOptions {
  /** A file, or ":memory:". */
  readonly path: string;
  /** FULL survives a power cut; NORMAL may lose its last commits then, but never tears. */
  readonly synchronous: "FULL" | "NORMAL";
  readonly migrations: readonly Migration[];
  /**
   * How long the journal grows before its pages are moved into the database; 0 leaves moving them
   * to another program, such as Litestream. 4,000 unless given, or 16 MiB.
   */
  readonly walAutocheckpointPages?: number | undefined;
}

const busyTimeoutMs = 5_000;
const journalBytesMax = 64 * 1024 * 1024;
/**
 * Four times SQLite's own: most writes meet the same few pages, which are moved once however often
 * they are in the journal. Moving them took a fifth of the time of all commits.
 */
const walAutocheckpointPagesDefault = 4_000;

/** Opens and migrates a database. Throws a `StorageError` that says in one line what is wrong. */
export function openDatabase(options: DatabaseOptions): Database {
  return explained(options.path, () => {
    const database = new Database(options.path, { create: true, strict: true });
    try {
      prepare(database, options);
      return database;
    } catch (error) {
      database.close(true);
      throw error;
    }
  });
}

function prepare(database: Database, options: DatabaseOptions): void {
  database.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  // First, because even the change of journal mode would touch a file that is not for us.
  refuseForeignSteps(database, options.migrations);
  database.run("PRAGMA journal_mode = WAL");
  database.run(`PRAGMA synchronous = ${options.synchronous}`);
  database.run(`PRAGMA journal_size_limit = ${journalBytesMax}`);
  const autocheckpointPages = options.walAutocheckpointPages ?? walAutocheckpointPagesDefault;
  database.run(`PRAGMA wal_autocheckpoint = ${autocheckpointPages}`);
  database.run("PRAGMA temp_store = MEMORY");
  migrate(database, options.migrations);
  database.run("PRAGMA foreign_keys = ON");
  refuseUnwritable(database);
}

/**
 * SQLite opens a file that may not be written for reading, and a server is no use with one. Only a
 * write tells, even `BEGIN IMMEDIATE` does not; this one is undone. Throws as SQLite does.
 */
export function refuseUnwritable(database: Database): void {
  database.run("BEGIN IMMEDIATE");
  try {
    database.run("PRAGMA user_version = 1");
  } finally {
    database.run("ROLLBACK");
  }
}

/** What Gatehouse keeps is nobody else's on the machine. A directory that exists keeps its mode. */
const ownerOnly = { recursive: true, mode: 0o700 };

export interface DirectoryLock {
  release(): void;
}

/**
 * Keeps other processes off a data directory: the state lives in memory, so a second writer would
 * make it wrong. The lock is SQLite's own on an empty file, and ends with the process whatever ends it.
 */
export function lockDirectory(directory: string): DirectoryLock {
  explained(directory, () => mkdirSync(directory, ownerOnly));
  const path = join(directory, "gatehouse.lock");
  return explained(path, () => {
    const lock = new Database(path, { create: true });
    try {
      lock.run("BEGIN EXCLUSIVE");
    } catch (error) {
      lock.close(true);
      throw error;
    }
    return { release: () => lock.close(true) };
  });
}
