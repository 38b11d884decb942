import type { RecordedAudit } from "../../core/model/audit.ts";
import type { WebhookDelivery } from "../../core/model/webhook-delivery.ts";
import type { WebhookEvent } from "../../core/model/webhook-event.ts";
import {
  type AuditQuery,
  type AuditTimesQuery,
  type Batch,
  type HistoryPage,
  type HistoryQuery,
  type ProbeKind,
  type Storage,
  StorageError,
  type WebhookDeliveryQuery,
  type WebhookEventQuery,
} from "../storage.ts";
import type { BackgroundCheck } from "./background-check.ts";
import type { BatchWriter } from "./batch-writer.ts";
import type { DirectoryLock } from "./database/sqlite-database.ts";
import type { SqliteReads } from "./sqlite-reads.ts";

export interface SqliteStorageParts {
  readonly batches: BatchWriter;
  readonly reads: SqliteReads;
  /** Runs a read when no other process prevents it. */
  readonly retried: <Result>(work: () => Result) => Promise<Result>;
  /** Closes the reading connection, if batches use another one. */
  readonly closeReads: () => void;
  readonly lock: DirectoryLock;
  readonly check: BackgroundCheck | undefined;
}

/** gatehouse.db as the port of storages: one connection writes batches, another one reads audits. */
export class SqliteStorage implements Storage {
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

  audits(query: AuditQuery): Promise<readonly RecordedAudit[]> {
    return this.#read(({ page }) => page(query));
  }

  history(query: HistoryQuery): Promise<HistoryPage> {
    return this.#read(({ history }) => history(query));
  }

  newestAuditTimes(query: AuditTimesQuery): Promise<ReadonlyMap<string, number>> {
    return this.#read(({ newestTimes }) => newestTimes(query));
  }

  webhookEvents(query: WebhookEventQuery): Promise<readonly WebhookEvent[]> {
    return this.#read(({ webhookEvents }) => webhookEvents(query), "The events");
  }

  newestWebhookEventBefore(time: number): Promise<number> {
    return this.#read(({ newestEventBefore }) => newestEventBefore(time), "The events");
  }

  webhookDeliveries(query: WebhookDeliveryQuery): Promise<readonly WebhookDelivery[]> {
    return this.#read(({ deliveries }) => deliveries(query), "The deliveries");
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

  async #read<Result>(work: (reads: SqliteReads) => Result, what = "The audits"): Promise<Result> {
    const { reads, retried } = this.#parts;
    try {
      return await retried(() => work(reads));
    } catch (error) {
      throw new StorageError(`${what} could not be read`, { cause: error });
    }
  }
}
