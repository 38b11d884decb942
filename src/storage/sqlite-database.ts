import { Database } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { migrate } from "./migrate.ts";
import type { Migration } from "./migrations.macro.ts";
import { StorageError } from "./storage.ts";

export interface DatabaseOptions {
  /** A file, or ":memory:". */
  readonly path: string;
  /** FULL survives a power cut; NORMAL may lose its last commits then, but never tears. */
  readonly synchronous: "FULL" | "NORMAL";
  readonly migrations: readonly Migration[];
}

const busyTimeoutMs = 5_000;
const journalBytesMax = 64 * 1024 * 1024;

/** Opens and migrates a database. Throws a `StorageError` that says in one line what is wrong. */
export function openDatabase(options: DatabaseOptions): Database {
  return explained(options.path, () => {
    const database = new Database(options.path, { create: true, strict: true });
    try {
      database.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
      migrateIfKnown(database, options);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

function migrateIfKnown(database: Database, options: DatabaseOptions): void {
  database.run("PRAGMA journal_mode = WAL");
  database.run(`PRAGMA synchronous = ${options.synchronous}`);
  database.run(`PRAGMA journal_size_limit = ${journalBytesMax}`);
  database.run("PRAGMA temp_store = MEMORY");
  migrate(database, options.migrations);
  database.run("PRAGMA foreign_keys = ON");
}

/**
 * Keeps other processes off a data directory: the state lives in memory, so a second writer would
 * make it wrong. The lock is SQLite's own on an empty file, and ends with the process whatever ends it.
 */
export function lockDirectory(directory: string): { release(): void } {
  const path = join(directory, "gatehouse.lock");
  return explained(path, () => {
    mkdirSync(directory, { recursive: true });
    const lock = new Database(path, { create: true });
    try {
      lock.run("BEGIN EXCLUSIVE");
    } catch (error) {
      lock.close();
      throw error;
    }
    return { release: () => lock.close() };
  });
}

function explained<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof StorageError) {
      throw new StorageError(`${path}: ${error.message}`, { cause: error });
    }
    throw new StorageError(`${path}: ${reasonOf(error)}`, { cause: error });
  }
}

const reasons: Readonly<Record<string, string>> = {
  SQLITE_BUSY: "the data directory is in use by another Gatehouse",
  SQLITE_NOTADB: "the file is not a database, or is damaged",
  SQLITE_CORRUPT: "the database is damaged",
  SQLITE_READONLY: "the database cannot be written",
  SQLITE_CANTOPEN: "the file cannot be opened or made (does the directory allow writing?)",
  SQLITE_FULL: "the disk is full",
  EACCES: "permission denied",
  EROFS: "the file system is read-only",
  ENOTDIR: "the data path is not a directory",
  EEXIST: "the data path is not a directory",
};

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const family = code.split("_", 2).join("_");
  return reasons[code] ?? reasons[family] ?? error.message;
}
