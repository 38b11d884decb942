import type { Database } from "bun:sqlite";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { lazily } from "../../core/memo/lazily.ts";
import type { State } from "../../core/model/state.ts";
import type { OpenedStorage } from "../storage.ts";
import { type BackgroundCheck, startBackgroundCheck } from "./background-check.ts";
import { type BatchWriter, LocalBatchWriter } from "./batch-writer.ts";
import { CommitEngine } from "./commit-engine.ts";
import { prepareCommitRecord } from "./commit-record.ts";
import { type StartCommitThread, startCommitThread } from "./commit-thread.ts";
import { databaseFilesOf, type FileIdentity } from "./database/database-files-check.ts";
import { refuseInterruptedRestore } from "./database/interrupted-restore.ts";
import { refuseReplicaDirectory } from "./database/replica-directory.ts";
import { retryWhileBusy } from "./database/retry-while-busy.ts";
import { databaseBytes } from "./database/set-aside-database.ts";
import { type DirectoryLock, lockDirectory } from "./database/sqlite-database.ts";
import { withStorageErrors } from "./database/storage-errors.ts";
import {
  gatehousePath,
  letOnlyRead,
  openCommitConnection,
  openGatehouseDatabase,
  openGatehouseDatabaseInMemory,
} from "./gatehouse-database.ts";
import { hashOldAudits } from "./hash-old-audits.ts";
import { checkedAtStartBytesMax } from "./quick-check.ts";
import { loadState } from "./sqlite-load.ts";
import { prepareReads } from "./sqlite-reads.ts";
import { SqliteStorage } from "./sqlite-storage-adapter.ts";
import { WorkerBatchWriter } from "./worker-batch-writer.ts";

export interface SqliteStorageOptions {
  /** How long a commit waits in total while another process writes to the database. */
  readonly busyWaitMsMax?: number;
  /** Called before a database of an older version is migrated. */
  readonly onMigration?: () => void;
}

export interface WorkerStorageOptions extends SqliteStorageOptions {
  /**
   * The address of commit-worker.ts, which the entry file must resolve: bundling moves files.
   * Without it, and for ":memory:", commits run on the calling thread.
   */
  readonly workerUrl?: URL;
  /** Starts the worker of commits; from `workerUrl` by default. */
  readonly startCommits?: StartCommitThread | undefined;
  /** Called when the state is loaded, while the worker opens the database. */
  readonly onLoaded?: (() => void) | undefined;
  /** Called with each error that no caller gets: a worker that ended, or damage. */
  readonly onFault?: (error: unknown) => void;
}

/** A storage whose commits run on the calling thread. */
export interface StorageOnThisThread extends OpenedStorage {
  /**
   * Closes the storage and unlocks the directory before it returns. A commit that is not complete is
   * rolled back, and rejects.
   */
  readonly abandon: () => void;
}

/** Shorter than clients' timeouts. */
const busyWaitMsDefault = 2_000;

/**
 * Opens and locks the storage of a data directory, or opens one in memory for ":memory:". Rejects
 * with a `StorageError` that names the file.
 */
export async function openSqliteStorage(
  directory: string,
  given: WorkerStorageOptions = {},
): Promise<OpenedStorage> {
  const { workerUrl, startCommits, onLoaded, onFault = () => undefined, ...options } = given;
  if (workerUrl === undefined || directory === ":memory:") {
    return openSqliteStorageHere(directory, options);
  }
  const { busyWaitMsMax = busyWaitMsDefault } = options;
  const opened = openDirectory(directory, { ...options, isCheckedLater: true });
  const { path, files } = opened;
  try {
    const isLarge = databaseBytes(path) > checkedAtStartBytesMax;
    const batches = new WorkerBatchWriter({
      start: startCommits ?? ((listener) => startCommitThread(workerUrl, listener)),
      path,
      files,
      busyWaitMsMax,
      checks: !isLarge,
      onFault,
    });
    onLoaded?.();
    await batches.opened;
    const check = isLarge ? startBackgroundCheck(workerUrl, path, onFault) : undefined;
    return storageOf(opened, batches, busyWaitMsMax, check);
  } catch (error) {
    closeDirectory(opened);
    throw error;
  }
}

/**
 * As `openSqliteStorage`, with commits on the calling thread, and returns the state at once: for
 * the library. Throws a `StorageError`.
 */
export function openSqliteStorageHere(
  directory: string,
  options: SqliteStorageOptions = {},
): StorageOnThisThread {
  const { busyWaitMsMax = busyWaitMsDefault } = options;
  if (directory === ":memory:") {
    return openInMemory(busyWaitMsMax);
  }
  const opened = openDirectory(directory, options);
  try {
    const { path, files } = opened;
    const client = openCommitConnection(path);
    const engine = new CommitEngine({ client, files, busyWaitMsMax });
    const storage = storageOf(opened, new LocalBatchWriter(engine), busyWaitMsMax, undefined);
    return { ...storage, abandon: () => abandon(client, opened) };
  } catch (error) {
    closeDirectory(opened);
    throw error;
  }
}

function openInMemory(busyWaitMsMax: number): StorageOnThisThread {
  const client = openGatehouseDatabaseInMemory();
  const engine = new CommitEngine({ client, files: [], busyWaitMsMax });
  const storage = new SqliteStorage({
    batches: new LocalBatchWriter(engine),
    reads: lazily(() => prepareReads(drizzle({ client }))),
    retried: (work) => engine.read(work),
    closeReads: () => undefined,
    lock: { release: () => undefined },
    check: undefined,
  });
  return { storage, ...loadFrom(client), abandon: () => client.close(true) };
}

/** A locked data directory with its database, checked and migrated. */
interface OpenedDirectory {
  readonly path: string;
  readonly files: readonly FileIdentity[];
  readonly lock: DirectoryLock;
  /** The connection that reads. */
  readonly client: Database;
  readonly state: State;
  readonly position: number;
  readonly latestBatchId?: string | undefined;
}

type OpeningOptions = Pick<SqliteStorageOptions, "onMigration"> & {
  readonly isCheckedLater?: boolean;
};

function openDirectory(directory: string, options: OpeningOptions): OpenedDirectory {
  const lock = lockDirectory(directory);
  try {
    refuseInterruptedRestore(directory);
    refuseReplicaDirectory(directory);
    const path = gatehousePath(directory);
    const client = openGatehouseDatabase(directory, options);
    try {
      withStorageErrors(path, () => hashOldAudits(client));
      letOnlyRead(client);
      const files = databaseFilesOf(path);
      const loaded = withStorageErrors(path, () => loadFrom(client), "the database is damaged: ");
      return { path, files, lock, client, ...loaded };
    } catch (error) {
      client.close(true);
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The connection that writes is closed last: then SQLite removes the write-ahead log. */
function abandon(writing: Database, { client, lock }: OpenedDirectory): void {
  try {
    if (writing.inTransaction) {
      writing.run("ROLLBACK");
    }
    client.close(true);
    writing.close(true);
  } finally {
    lock.release();
  }
}

function closeDirectory({ client, lock }: OpenedDirectory): void {
  try {
    client.close(true);
  } finally {
    lock.release();
  }
}

function loadFrom(client: Database): Pick<OpenedStorage, "state" | "position" | "latestBatchId"> {
  const database = drizzle({ client });
  const newest = prepareCommitRecord(database).read();
  return {
    state: loadState(database),
    position: newest?.position ?? 0,
    latestBatchId: newest?.batchId,
  };
}

function storageOf(
  opened: OpenedDirectory,
  batches: BatchWriter,
  busyWaitMsMax: number,
  check: BackgroundCheck | undefined,
): OpenedStorage {
  const { client, lock, state, position, latestBatchId } = opened;
  const storage = new SqliteStorage({
    batches,
    reads: lazily(() => prepareReads(drizzle({ client }))),
    retried: (work) => retryWhileBusy(work, busyWaitMsMax),
    closeReads: () => client.close(true),
    lock,
    check,
  });
  return { storage, state, position, latestBatchId };
}
