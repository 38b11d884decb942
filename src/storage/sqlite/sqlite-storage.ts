import type { Database } from "bun:sqlite";
import { join } from "node:path";
import { type BunSQLiteDatabase, drizzle } from "drizzle-orm/bun-sqlite";
import type { RecordedAudit } from "../../model/audit.ts";
import type { Change } from "../../model/change.ts";
import { explained } from "../../sqlite/explained.ts";
import { filesInPlace } from "../../sqlite/files-in-place.ts";
import { refuseInterruptedRestore } from "../../sqlite/interrupted-restore.ts";
import { embedMigrations } from "../../sqlite/migrations.macro.ts" with { type: "macro" };
import type { Migration } from "../../sqlite/migrations.macro.ts";
import { type DirectoryLock, lockDirectory, openDatabase } from "../../sqlite/sqlite-database.ts";
import { transact } from "../../sqlite/transact.ts";
import { Turns } from "../../sqlite/turns.ts";
import { unlessBusy } from "../../sqlite/unless-busy.ts";
import { type AuditQuery, type OpenedStorage, type Storage, StorageError } from "../storage.ts";
import { prepareAuditReads } from "./sqlite-audit-reads.ts";
import { loadState } from "./sqlite-load.ts";
import { prepareWrites, type Writes } from "./sqlite-writes.ts";

const migrations: readonly Migration[] = embedMigrations("gatehouse");

export interface SqliteStorageOptions {
  /** How long a commit waits, in all, for another process that writes to the database. */
  readonly busyWaitMsMax?: number;
  /** As in `DatabaseOptions`. */
  readonly walAutocheckpointPages?: number | undefined;
}

/** Shorter than clients wait for an answer. */
const busyWaitMsDefault = 2_000;

/** Opens the storage of a data directory and locks it, or one in memory for ":memory:". */
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
    const held = {
      client,
      lock,
      busyWaitMsMax: options.busyWaitMsMax ?? busyWaitMsDefault,
      checkFiles: filesInPlace(path),
    };
    return explained(path, () => load(held), "the database is damaged: ");
  } catch (error) {
    lock.release();
    throw error;
  }
}

interface Held {
  readonly client: Database;
  readonly lock: DirectoryLock;
  readonly busyWaitMsMax: number;
  /** Throws if the files are no longer where they were. */
  readonly checkFiles: () => void;
}

function load(held: Held): OpenedStorage {
  try {
    const database = drizzle({ client: held.client });
    const opened = { storage: new SqliteStorage(held, database), state: loadState(database) };
    // From here on requests wait as well, so no lock is waited for in place.
    held.client.run("PRAGMA busy_timeout = 0");
    return opened;
  } catch (error) {
    held.client.close(true);
    throw error;
  }
}

class SqliteStorage implements Storage {
  readonly #held: Held;
  readonly #beginWrites: () => Writes<Change>;
  readonly #readAudits: (query: AuditQuery) => readonly RecordedAudit[];
  /** On the one connection: a long transaction lets others run, who may neither see nor end it. */
  readonly #turns = new Turns();

  constructor(held: Held, database: BunSQLiteDatabase) {
    this.#held = held;
    this.#beginWrites = prepareWrites(database);
    this.#readAudits = prepareAuditReads(database);
  }

  async commit(changes: readonly Change[]): Promise<void> {
    try {
      await this.#unlessBusy(() => this.#write(changes));
    } catch (error) {
      throw new StorageError("The changes could not be stored", { cause: error });
    }
  }

  async audits(query: AuditQuery): Promise<readonly RecordedAudit[]> {
    return this.#unlessBusy(() => this.#readAudits(query));
  }

  async probe(): Promise<void> {
    if (this.#turns.isTaken) {
      this.#held.checkFiles();
    } else {
      await this.commit([]);
    }
  }

  async close(): Promise<void> {
    await this.#turns.take(() => {
      try {
        this.#held.client.close(true);
      } finally {
        this.#held.lock.release();
      }
    });
  }

  async #write(changes: readonly Change[]): Promise<void> {
    const { client, checkFiles } = this.#held;
    const { write, kept } = this.#beginWrites();
    await transact(client, changes, write, checkFiles);
    kept();
  }

  #unlessBusy<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    return unlessBusy(() => this.#turns.take(work), this.#held.busyWaitMsMax);
  }
}
