import { Database } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Migration } from "../../migrations.macro.ts";
import { StorageError } from "../../storage.ts";
import { type AllowedOwner, checkDataDirectory } from "./data-directory-check.ts";
import { migrate, refuseUnknownMigrations } from "./migrate.ts";
import { createDatabaseFile } from "./new-database.ts";
import { closeFilesToOthers, createPrivateFile } from "./private-files.ts";
import { isBusy } from "./retry-while-busy.ts";
import { withStorageErrors } from "./storage-errors.ts";

export interface DatabaseOptions {
  /** A file, or ":memory:". */
  readonly path: string;
  /** What a database in memory holds from the start. */
  readonly content?: Uint8Array;
  /** FULL survives a power cut. NORMAL may lose the last commits, but does not damage the database. */
  readonly synchronous: "FULL" | "NORMAL";
  readonly migrations: readonly Migration[];
  /** Called before anything is written to an existing database; if it throws, the database is refused. */
  readonly check?: ((database: Database) => void) | undefined;
  /** How long SQLite waits for another program's lock, blocking the thread; 5,000 if missing. */
  readonly busyTimeoutMs?: number;
  /** Called before a database of an older version is migrated. */
  readonly onMigration?: (() => void) | undefined;
}

const inMemory = ":memory:";
const busyTimeoutMsDefault = 5_000;
const journalBytesMax = 64 * 1024 * 1024;
/**
 * The pages in the write-ahead log (16 MiB) at which SQLite moves them into the database. Four times
 * SQLite's default: most writes change the same few pages, and a checkpoint moves each page once.
 * With the default, checkpoints took a fifth of the time of all commits.
 */
const walAutocheckpointPages = 4_000;

/** Opens and migrates a database. Throws a `StorageError` with a one-line reason. */
export function openDatabase(options: DatabaseOptions): Database {
  return withStorageErrors(options.path, () => {
    if (options.path !== inMemory) {
      createDatabaseFile(options.path, options.migrations);
    }
    const database =
      options.content === undefined
        ? new Database(options.path, { create: true, strict: true })
        : Database.deserialize(options.content, { strict: true });
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
  database.run(`PRAGMA busy_timeout = ${options.busyTimeoutMs ?? busyTimeoutMsDefault}`);
  // First: even the change of the journal mode would write to a database of a newer version.
  refuseUnknownMigrations(database, options.migrations);
  options.check?.(database);
  database.run("PRAGMA journal_mode = WAL");
  database.run(`PRAGMA synchronous = ${options.synchronous}`);
  database.run(`PRAGMA journal_size_limit = ${journalBytesMax}`);
  database.run(`PRAGMA wal_autocheckpoint = ${walAutocheckpointPages}`);
  database.run("PRAGMA temp_store = MEMORY");
  migrate(database, options.migrations, options.onMigration);
  database.run("PRAGMA foreign_keys = ON");
  checkWritable(database);
}

/**
 * Throws SQLite's error if the database cannot be written: SQLite opens such a file for reading,
 * but a server must write. Only a write detects it, `BEGIN IMMEDIATE` does not; the write is rolled
 * back.
 */
export function checkWritable(database: Database): void {
  database.run("BEGIN IMMEDIATE");
  try {
    database.run("PRAGMA user_version = 1");
  } finally {
    database.run("ROLLBACK");
  }
}

/**
 * Other users of the computer must not read the data. An existing directory keeps its mode, and its
 * files are closed to other users.
 */
const ownerOnly = { recursive: true, mode: 0o700 };

export interface DirectoryLock {
  release(): void;
}

/**
 * Locks a data directory against other processes: the state is in memory, and a second writer would
 * make it wrong. The lock is SQLite's lock on an empty file: it ends with the process, even if the
 * process is killed. Throws a `StorageError` if the directory cannot be used, or is not safe to use
 * (see `checkDataDirectory`).
 */
export function lockDirectory(directory: string, allowedOwner?: AllowedOwner): DirectoryLock {
  withStorageErrors(directory, () => mkdirSync(directory, ownerOnly));
  checkDataDirectory(directory, allowedOwner);
  const path = join(directory, "gatehouse.lock");
  const lock = withStorageErrors(path, () => lockFile(path));
  try {
    closeFilesToOthers(directory);
  } catch (error) {
    lock.close(true);
    throw error;
  }
  return { release: () => lock.close(true) };
}

function lockFile(path: string): Database {
  createPrivateFile(path);
  const lock = new Database(path, { create: true });
  try {
    lock.run("BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    lock.close(true);
    throw isBusy(error)
      ? new StorageError("the data directory is in use by another Gatehouse", { cause: error })
      : error;
  }
}
