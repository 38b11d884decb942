import type { Database } from "bun:sqlite";
import { join } from "node:path";
import { type BunSQLiteDatabase, drizzle } from "drizzle-orm/bun-sqlite";
import type { RecordedAudit } from "../../model/audit.ts";
import type { Change } from "../../model/change.ts";
import { databaseFilesCheck } from "../../sqlite/database-files-check.ts";
import { refuseInterruptedRestore } from "../../sqlite/interrupted-restore.ts";
import { embedMigrations } from "../../sqlite/migrations.macro.ts" with { type: "macro" };
import type { Migration } from "../../sqlite/migrations.macro.ts";
import { retryWhileBusy } from "../../sqlite/retry-while-busy.ts";
import { runTransaction } from "../../sqlite/run-transaction.ts";
import { SerialQueue } from "../../sqlite/serial-queue.ts";
import { type DirectoryLock, lockDirectory, openDatabase } from "../../sqlite/sqlite-database.ts";
import { withStorageErrors } from "../../sqlite/storage-errors.ts";
import { type AuditQuery, type OpenedStorage, type Storage, StorageError } from "../storage.ts";
import { prepareAuditReads } from "./sqlite-audit-reads.ts";
import { loadState } from "./sqlite-load.ts";
import { prepareWrites, type Writes } from "./sqlite-writes.ts";

const migrations: readonly Migration[] = embedMigrations("gatehouse");

export interface SqliteStorageOptions {
  /** How long a commit waits in total while another process writes to the database. */
  readonly busyWaitMsMax?: number;
  /** See `DatabaseOptions`. */
  readonly walAutocheckpointPages?: number | undefined;
}

/** Shorter than clients' timeouts. */
const busyWaitMsDefault = 2_000;

/** Opens and locks the storage of a data directory, or opens one in memory for ":memory:". */
export function openSqliteStorage(
  directory: string,
  options: SqliteStorageOptions = {},
): OpenedStorage {
  const isInMemory = directory === ":memory:";
  const lock: DirectoryLock = isInMemory ? { release: () => undefined } : lockDirectory(directory);
  try {
    if (!isInMemory) {
      refuseInterruptedRestore(directory);
    }
    const path = isInMemory ? ":memory:" : join(directory, "gatehouse.db");
    const { walAutocheckpointPages } = options;
    const client = openDatabase({ path, synchronous: "FULL", migrations, walAutocheckpointPages });
    const opened = {
      client,
      lock,
      busyWaitMsMax: options.busyWaitMsMax ?? busyWaitMsDefault,
      checkFiles: databaseFilesCheck(path),
    };
    return withStorageErrors(path, () => load(opened), "the database is damaged: ");
  } catch (error) {
    lock.release();
    throw error;
  }
}

interface OpenedDatabase {
  readonly client: Database;
  readonly lock: DirectoryLock;
  readonly busyWaitMsMax: number;
  /** Throws if the files were moved or removed. */
  readonly checkFiles: () => void;
}

function load(opened: OpenedDatabase): OpenedStorage {
  try {
    const database = drizzle({ client: opened.client });
    const result = { storage: new SqliteStorage(opened, database), state: loadState(database) };
    // Requests are served from now on, so waiting for a lock must not block the thread.
    opened.client.run("PRAGMA busy_timeout = 0");
    return result;
  } catch (error) {
    opened.client.close(true);
    throw error;
  }
}

class SqliteStorage implements Storage {
  readonly #opened: OpenedDatabase;
  readonly #beginWrites: () => Writes<Change>;
  readonly #readAudits: (query: AuditQuery) => readonly RecordedAudit[];
  /**
   * All work uses one connection: other work that runs during a long transaction must not use it.
   */
  readonly #queue = new SerialQueue();

  constructor(opened: OpenedDatabase, database: BunSQLiteDatabase) {
    this.#opened = opened;
    this.#beginWrites = prepareWrites(database);
    this.#readAudits = prepareAuditReads(database);
  }

  async commit(changes: readonly Change[]): Promise<void> {
    try {
      await this.#retryWhileBusy(() => this.#write(changes));
    } catch (error) {
      throw new StorageError("The changes could not be stored", { cause: error });
    }
  }

  async audits(query: AuditQuery): Promise<readonly RecordedAudit[]> {
    return this.#retryWhileBusy(() => this.#readAudits(query));
  }

  async probe(): Promise<void> {
    if (this.#queue.isBusy) {
      this.#opened.checkFiles();
    } else {
      await this.commit([]);
    }
  }

  async close(): Promise<void> {
    await this.#queue.run(() => {
      try {
        this.#opened.client.close(true);
      } finally {
        this.#opened.lock.release();
      }
    });
  }

  async #write(changes: readonly Change[]): Promise<void> {
    const { client, checkFiles } = this.#opened;
    const { write, committed } = this.#beginWrites();
    await runTransaction(client, changes, write, checkFiles);
    committed();
  }

  #retryWhileBusy<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    return retryWhileBusy(() => this.#queue.run(work), this.#opened.busyWaitMsMax);
  }
}
