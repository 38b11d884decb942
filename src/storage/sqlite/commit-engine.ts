import type { Database } from "bun:sqlite";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { ProbeKind } from "../storage.ts";
import { type CommitRecord, prepareCommitRecord } from "./commit-record.ts";
import { checkDatabaseFiles, type FileIdentity } from "./database/database-files-check.ts";
import { retryWhileBusy } from "./database/retry-while-busy.ts";
import { runTransaction } from "./database/run-transaction.ts";
import { SerialQueue } from "./database/serial-queue.ts";
import type { Writes } from "./sqlite-audit-writes.ts";
import { prepareWrites } from "./sqlite-writes.ts";
import type { StoredChange } from "./stored-change.ts";

export interface CommitEngineOptions {
  /** The connection that writes; the engine closes it. */
  readonly client: Database;
  /** The database's files when it was opened; a commit fails if they were moved or removed. */
  readonly files: readonly FileIdentity[];
  /** How long an operation waits in total while another process writes to the database. */
  readonly busyWaitMsMax: number;
}

/**
 * Commits batches to gatehouse.db, one after the other, on the thread that it runs on. Rejects with
 * SQLite's errors, and then nothing is committed.
 */
export class CommitEngine {
  readonly #options: CommitEngineOptions;
  readonly #beginWrites: () => Writes<StoredChange>;
  readonly #record: CommitRecord;
  /** Serializes work: nothing else may use the connection during a long transaction. */
  readonly #queue = new SerialQueue();

  constructor(options: CommitEngineOptions) {
    this.#options = options;
    this.#beginWrites = prepareWrites(options.client);
    this.#record = prepareCommitRecord(drizzle({ client: options.client }));
    // Requests may be served on this thread, so waiting for a lock must not block it.
    options.client.run("PRAGMA busy_timeout = 0");
  }

  /** Resolves with the position of the commit. `changes` is called again if the batch is retried. */
  async commit(batchId: string, changes: () => Iterable<StoredChange>): Promise<number> {
    return this.#retryWhileBusy(async () => {
      const { write, committed } = this.#beginWrites();
      let isWritten = false;
      try {
        const position = await this.#transact(
          this.#steps(batchId, changes(), write, () => {
            isWritten = true;
          }),
        );
        committed();
        return position;
      } catch (error) {
        if (isWritten) {
          await this.#overwriteFailedCommit();
        }
        throw error;
      }
    });
  }

  /** The position of the latest commit if it was of this batch, otherwise null. */
  findCommit(batchId: string): Promise<number | null> {
    // In a transaction that could write: while it runs, no earlier connection can still commit.
    return this.#retryWhileBusy(() =>
      this.#transact(
        oneStep(() => {
          const newest = this.#record.read();
          return newest?.batchId === batchId ? newest.position : null;
        }),
      ),
    );
  }

  async probe(kind: ProbeKind): Promise<void> {
    if (kind === "quick" && this.#queue.isBusy) {
      checkDatabaseFiles(this.#options.files);
      return;
    }
    await this.#retryWhileBusy(() =>
      this.#transact(
        oneStep(() => {
          if (kind === "durable") {
            this.#record.touch();
          }
          checkDatabaseFiles(this.#options.files);
        }),
      ),
    );
  }

  /** Reads with the engine's connection, between commits. */
  read<Result>(work: () => Result): Promise<Result> {
    return this.#retryWhileBusy(work);
  }

  /** Completes the commits that have begun. */
  async close(): Promise<void> {
    await this.#queue.run(() => this.#options.client.close(true));
  }

  /**
   * If only the synchronization of a commit failed, its pages are in the write-ahead log. If the
   * process is killed before the next commit, its next start would accept them, although the commit
   * was refused. Another transaction overwrites them, even if it cannot be synchronized either.
   */
  async #overwriteFailedCommit(): Promise<void> {
    try {
      await this.#transact(oneStep(() => this.#record.touch()));
    } catch {
      // The caller gets the error of the commit itself.
    }
  }

  *#steps(
    batchId: string,
    changes: Iterable<StoredChange>,
    write: (change: StoredChange) => void,
    onWritten: () => void,
  ): Generator<void, number> {
    for (const change of changes) {
      write(change);
      yield;
    }
    const position = this.#record.advance(batchId);
    checkDatabaseFiles(this.#options.files);
    onWritten();
    return position;
  }

  #transact<Result>(work: Iterator<void, Result>): Promise<Result> {
    return runTransaction(this.#options.client, work);
  }

  #retryWhileBusy<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    return retryWhileBusy(() => this.#queue.run(work), this.#options.busyWaitMsMax);
  }
}

/** Work in one step. */
function oneStep<Result>(work: () => Result): Iterator<void, Result> {
  return { next: () => ({ done: true, value: work() }) };
}
