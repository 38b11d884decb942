import type { Lazy } from "../../core/memo/lazily.ts";
import {
  type Batch,
  type ProbeKind,
  type Storage,
  StorageError,
  type StorageReads,
} from "../storage.ts";
import type { BackgroundCheck } from "./background-check.ts";
import type { BatchWriter } from "./batch-writer.ts";
import type { DirectoryLock } from "./database/sqlite-database.ts";
import type { SqliteReads } from "./sqlite-reads.ts";

export interface SqliteStorageParts {
  readonly batches: BatchWriter;
  /** Prepared by the first read, because the first answer after a start waits for none. */
  readonly reads: Lazy<SqliteReads>;
  /** Runs a read when no other process prevents it. */
  readonly retried: <Result>(work: () => Result) => Promise<Result>;
  /** Closes the reading connection, if batches use another one. */
  readonly closeReads: () => void;
  readonly lock: DirectoryLock;
  readonly check: BackgroundCheck | undefined;
}

/** gatehouse.db as the port of storages: one connection writes batches, another one reads audits. */
export class SqliteStorage implements Storage {
  readonly reads: StorageReads = {
    audits: (query) => this.#read("The audits", ({ page }) => page(query)),
    history: (query) => this.#read("The audits", ({ history }) => history(query)),
    latestAuditTimes: (query) => this.#read("The audits", ({ latestTimes }) => latestTimes(query)),
    webhookEvents: (query) => this.#read("The events", (reads) => reads.webhookEvents(query)),
    latestWebhookEventBefore: (time) =>
      this.#read("The events", ({ latestEventBefore }) => latestEventBefore(time)),
    webhookDeliveries: (query) =>
      this.#read("The deliveries", ({ deliveries }) => deliveries(query)),
    acts: (query) => this.#read("The acts", ({ acts }) => acts(query)),
    signingKeys: () => this.#read("The signing keys", ({ signingKeys }) => signingKeys()),
    chainEnds: () => this.#read("The chains", ({ chainEnds }) => chainEnds()),
    chainedAudits: (query) => this.#read("The audits", (reads) => reads.chainedAudits(query)),
    requests: (query) => this.#read("The requests", (reads) => reads.requests(query)),
    request: (id) => this.#read("The request", (reads) => reads.request(id)),
    rollouts: (query) => this.#read("The rollouts", (reads) => reads.rollouts(query)),
    rollout: (id) => this.#read("The rollout", (reads) => reads.rollout(id)),
    comments: (query) => this.#read("The comments", (reads) => reads.comments(query)),
    commentCount: (subject) => this.#read("The comments", (reads) => reads.commentCount(subject)),
  };
  readonly #parts: SqliteStorageParts;

  constructor(parts: SqliteStorageParts) {
    this.#parts = parts;
  }

  commit(batch: Batch): Promise<number> {
    return this.#parts.batches.commit(batch);
  }

  findCommit(batchId: string): Promise<number | null> {
    return this.#parts.batches.findCommit(batchId);
  }

  async probe(kind: ProbeKind): Promise<void> {
    const { check, batches } = this.#parts;
    if (check?.damage !== undefined) {
      throw check.damage;
    }
    await batches.probe(kind);
  }

  /** The connection that writes is closed last: then SQLite removes the write-ahead log. */
  async close(): Promise<void> {
    const { check, closeReads, batches, lock } = this.#parts;
    check?.stop();
    try {
      closeReads();
      await batches.close();
    } finally {
      lock.release();
    }
  }

  async #read<Result>(what: string, work: (reads: SqliteReads) => Result): Promise<Result> {
    const { reads, retried } = this.#parts;
    try {
      return await retried(() => work(reads.get()));
    } catch (error) {
      throw new StorageError(`${what} could not be read`, { cause: error });
    }
  }
}
