import type { AuditAction, AuditActor, HistoryAudit, RecordedAudit } from "../core/model/audit.ts";
import type { Change } from "../core/model/change.ts";
import type { State } from "../core/model/state.ts";
import type { WebhookDelivery } from "../core/model/webhook-delivery.ts";
import type { WebhookEvent } from "../core/model/webhook-event.ts";
import { StorageError } from "./storage-error.ts";

export { StorageError } from "./storage-error.ts";

/** Changes that are stored together. */
export interface Batch {
  /** A UUID that no other batch has; a commit in doubt is looked up by it. */
  readonly id: string;
  readonly changes: readonly Change[];
  /** The state on which the changes were made, and the one after them. */
  readonly before: State;
  readonly after: State;
  /** The position of the newest commit in `before`. */
  readonly position: number;
}

/**
 * The port to the storage of Gatehouse's data. Requests read from memory, so an adapter loads the
 * whole state when it opens and stores changes; only audits are read from the storage. Every
 * adapter passes `test/contract/storage-contract.ts`.
 */
export interface Storage {
  /**
   * Stores all changes of a batch or none. Resolves with the position of the commit when the
   * changes are durable; each commit has a higher position than all before it. Rejects with
   *
   * - `UnstorableChangesError` if the changes are the reason: they would fail again. Nothing is kept.
   * - another `StorageError` if the medium failed. Nothing is kept.
   * - `CommitInDoubtError` if it is not known whether the changes are kept. Then `findCommit` must
   *   have answered before the next commit.
   */
  commit(batch: Batch): Promise<number>;

  /**
   * The position of the newest commit if it was of this batch; otherwise null, and then the batch
   * was not kept and never will be. Rejects with a `StorageError` if that is not known yet.
   */
  findCommit(batchId: string): Promise<number | null>;

  /**
   * A page of an environment's audits, newest first unless the query says otherwise. Rejects with a
   * `StorageError`.
   */
  audits(query: AuditQuery): Promise<readonly RecordedAudit[]>;

  /**
   * A piece of an environment's audits with what takes them back, newest first: the caller goes on
   * at `next`. Rejects with a `StorageError`.
   */
  history(query: HistoryQuery): Promise<HistoryPage>;

  /**
   * The time of the newest audit of each of these features in an environment, by key; features
   * without audits are missing. Rejects with a `StorageError`.
   */
  newestAuditTimes(query: AuditTimesQuery): Promise<ReadonlyMap<string, number>>;

  /** The events of an environment after an id, oldest first. Rejects with a `StorageError`. */
  webhookEvents(query: WebhookEventQuery): Promise<readonly WebhookEvent[]>;

  /** The newest event that was made before a time; 0 for none. Rejects with a `StorageError`. */
  newestWebhookEventBefore(time: number): Promise<number>;

  /** The deliveries of an endpoint, newest first. Rejects with a `StorageError`. */
  webhookDeliveries(query: WebhookDeliveryQuery): Promise<readonly WebhookDelivery[]>;

  /** Rejects with a `StorageError` if a commit would fail now. */
  probe(kind: ProbeKind): Promise<void>;

  /** Completes the commits that were begun. */
  close(): Promise<void>;
}

/** A storage that never waits: `commitNow` does what `commit` does, before it returns. */
export interface ImmediateStorage extends Storage {
  commitNow(batch: Batch): number;
}

/**
 * A "quick" probe writes nothing and waits for no commit. A "durable" one writes to the medium and
 * waits until that is durable; it changes neither data nor position.
 */
export type ProbeKind = "quick" | "durable";

/** An opened adapter: the port, and what it loaded. */
export interface OpenedStorage {
  readonly storage: Storage;
  readonly state: State;
  /** The position of the newest commit in the state; 0 without commits. */
  readonly position: number;
  /** The id of that commit's batch; undefined without commits, or where none are kept. */
  readonly newestBatchId?: string | undefined;
}

export interface AuditQuery {
  readonly environmentId: number;
  /** Only audits of these features; null for all. */
  readonly keys: readonly string[] | null;
  /**
   * Only audits among this many newest ones of the environment, counted before `keys`; null for
   * all.
   */
  readonly newestMax: number | null;
  /** How many of the newest audits to skip. */
  readonly offset: number;
  readonly limit: number;
  /** True for the oldest audits, oldest first, whatever `keys`, `newestMax` and `offset` say. */
  readonly isOldestFirst?: boolean;
}

/** How many audits one call of `history` reads at most, so that it takes some milliseconds. */
export const historyScanMax = 5_000;

/** Every filter is optional but not left out: null for no filter. */
export interface HistoryQuery {
  readonly environmentId: number;
  /** At most 100 keys. */
  readonly keys: readonly string[] | null;
  readonly actions: readonly AuditAction[] | null;
  readonly actor: AuditActor | null;
  /** Milliseconds since the epoch; the first one that is included. */
  readonly from: number | null;
  /** Milliseconds since the epoch; the first one that is not included. */
  readonly to: number | null;
  /** Only sequences below this one. */
  readonly before: number;
  /** Only sequences above this one. */
  readonly after: number;
  readonly limit: number;
  /** Whether large differences are read; else they are `large`. */
  readonly withLarge: boolean;
  /** Whether values that are expressions are read, which have up to 64 KiB; else they are null. */
  readonly withExpressions: boolean;
}

export interface HistoryPage {
  readonly audits: readonly HistoryAudit[];
  /** The `before` of the next piece, which may have no audits; null at the end. */
  readonly next: number | null;
}

export interface AuditTimesQuery {
  readonly environmentId: number;
  readonly keys: readonly string[];
}

export interface WebhookEventQuery {
  readonly environmentId: number;
  /** Only ids above this one. */
  readonly after: number;
  /** Only ids up to this one. */
  readonly through: number;
  readonly limit: number;
}

export interface WebhookDeliveryQuery {
  readonly webhookId: number;
  /** Only sequences below this one. */
  readonly before: number;
  readonly limit: number;
}

/** The changes of a batch cannot be stored, whatever the state of the medium; nothing is kept. */
export class UnstorableChangesError extends StorageError {
  override readonly name = "UnstorableChangesError";
}

/**
 * It is not known whether a batch was kept. Not a `StorageError`, as those say that nothing was.
 */
export class CommitInDoubtError extends Error {
  override readonly name = "CommitInDoubtError";
}
