import type { AuditAction, AuditActor, HistoryAudit, RecordedAudit } from "../core/model/audit.ts";
import type { Change } from "../core/model/change.ts";
import type { ChangeRequest } from "../core/model/change-request.ts";
import type { Comment } from "../core/model/comment.ts";
import type { Rollout } from "../core/model/rollout.ts";
import type { State } from "../core/model/state.ts";
import type { WebhookDelivery } from "../core/model/webhook-delivery.ts";
import type { WebhookEvent } from "../core/model/webhook-event.ts";
import type { CommentQuery, RequestQuery, RolloutQuery } from "./governance-queries.ts";
import type { RecordReads } from "./record-reads.ts";
import { StorageError } from "./storage-error.ts";

export { StorageError } from "./storage-error.ts";

/** Changes that are stored together. */
export interface Batch {
  /** A UUID that no other batch has; a commit in doubt is looked up by it. */
  readonly id: string;
  readonly changes: readonly Change[];
  /** The state on which the changes are based, and the state after them. */
  readonly before: State;
  readonly after: State;
  /** The position of the latest commit in `before`. */
  readonly position: number;
}

/**
 * The port to the storage of Gatehouse's data. Requests read from memory: an adapter loads the
 * whole state when it opens, and stores changes. Only audits, events, deliveries, ended requests, ended
 * rollouts and comments are read from the storage. Every adapter passes `test/contract/storage-contract.ts`.
 */
export interface Storage {
  readonly reads: StorageReads;

  /**
   * Stores all changes of a batch or none. Resolves with the position of the commit when the
   * changes are durable; each commit has a higher position than all before it. Rejects with
   *
   * - `UnstorableChangesError` if the changes are the reason: a retry would fail too. Nothing is
   *   stored.
   * - another `StorageError` if the medium failed. Nothing is stored.
   * - `CommitInDoubtError` if the outcome is unknown. Then `findCommit` must return before the next
   *   commit.
   */
  commit(batch: Batch): Promise<number>;

  /**
   * The position of the latest commit if it was of this batch; otherwise null, and then the batch
   * was not committed and never will be. Rejects with a `StorageError` if that is not known yet.
   */
  findCommit(batchId: string): Promise<number | null>;

  /** Rejects with a `StorageError` if a commit would fail now. */
  probe(kind: ProbeKind): Promise<void>;

  /** Completes the commits that have begun. */
  close(): Promise<void>;
}

/** Reads of data outside the state. Each rejects with a `StorageError`. */
export interface StorageReads extends RecordReads {
  /** A page of an environment's audits, latest first by default. */
  audits(query: AuditQuery): Promise<readonly RecordedAudit[]>;

  /**
   * A piece of an environment's audits with what undoes them, latest first: the caller continues at
   * `next`.
   */
  history(query: HistoryQuery): Promise<HistoryPage>;

  /**
   * The time of the latest audit of each of these features in an environment, by key; features
   * without audits are missing.
   */
  latestAuditTimes(query: AuditTimesQuery): Promise<ReadonlyMap<string, number>>;

  /** The events of an environment after an id, oldest first. */
  webhookEvents(query: WebhookEventQuery): Promise<readonly WebhookEvent[]>;

  /** The latest event created before a time; 0 for none. */
  latestWebhookEventBefore(time: number): Promise<number>;

  /** The deliveries of an endpoint, latest first. */
  webhookDeliveries(query: WebhookDeliveryQuery): Promise<readonly WebhookDelivery[]>;

  /** The requests of an environment, open and ended, latest first. */
  requests(query: RequestQuery): Promise<readonly ChangeRequest[]>;

  request(id: number): Promise<ChangeRequest | null>;

  /** The rollouts of an environment, active and ended, latest first. */
  rollouts(query: RolloutQuery): Promise<readonly Rollout[]>;

  rollout(id: number): Promise<Rollout | null>;

  /** The comments on a subject or on all, oldest first. */
  comments(query: CommentQuery): Promise<readonly Comment[]>;

  /** The number of comments on a subject. */
  commentCount(subject: string): Promise<number>;
}

/** A storage that never waits: `commitNow` does what `commit` does, before it returns. */
export interface ImmediateStorage extends Storage {
  commitNow(batch: Batch): number;
}

/**
 * A "quick" probe writes nothing and waits for no commit. A "durable" one waits until a write to
 * the medium is durable; it changes neither data nor position.
 */
export type ProbeKind = "quick" | "durable";

/** An opened adapter: the port, and the data that it loaded. */
export interface OpenedStorage {
  readonly storage: Storage;
  readonly state: State;
  /** The position of the latest commit in the state; 0 without commits. */
  readonly position: number;
  /** The batch id of that commit; undefined without commits, or where ids are not stored. */
  readonly latestBatchId?: string | undefined;
}

export interface AuditQuery {
  readonly environmentId: number;
  /** Only audits of these features; null for all. */
  readonly keys: readonly string[] | null;
  /**
   * Only audits among this many latest ones of the environment, counted before `keys`; null for
   * all.
   */
  readonly latestMax: number | null;
  /** How many of the latest audits to skip. */
  readonly offset: number;
  readonly limit: number;
  /**
   * True for the oldest audits, oldest first. Then `keys`, `latestMax` and `offset` have no effect.
   */
  readonly isOldestFirst?: boolean;
}

/** How many audits one call of `history` reads at most, so that it takes some milliseconds. */
export const historyScanMax = 5_000;

/** Every filter is required; null for no filter. */
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
  /** Whether large differences are read; otherwise they are `large`. */
  readonly withLarge: boolean;
  /**
   * Whether values that are expressions are read, which have up to 64 KiB; otherwise they are null.
   */
  readonly withExpressions: boolean;
}

/** How many audits of each feature a call reads: without filters, no more than it returns. */
export function scannedPerKey(
  { actions, actor, from, to, limit }: HistoryQuery,
  keyCount: number,
): number {
  const scanned = Math.max(1, Math.floor(historyScanMax / Math.max(1, keyCount)));
  const isFiltered = [actions, actor, from, to].some((filter) => filter !== null);
  return isFiltered ? scanned : Math.min(scanned, limit + 1);
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

/** The changes of a batch cannot be stored, whatever the state of the medium; nothing is stored. */
export class UnstorableChangesError extends StorageError {
  override readonly name = "UnstorableChangesError";
}

/** The outcome of a commit is unknown. Not a `StorageError`, which means that nothing was stored. */
export class CommitInDoubtError extends Error {
  override readonly name = "CommitInDoubtError";
}
