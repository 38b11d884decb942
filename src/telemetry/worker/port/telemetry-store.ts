import type { BucketSeries } from "../../messages/bucket-series.ts";
import type { CatalogChange } from "../../messages/catalog-change.ts";
import type { AggregatedCounts } from "../counting/aggregated-counts.ts";
import type { OutcomeSums } from "../counting/outcome-sums.ts";
import type { OutcomeStore } from "./outcome-store.ts";

/** Limit of unknown keys in an environment; they are stored to show misspelt or missing features. */
export const unknownKeysPerEnvironmentMax = 1_000;
/** Above this number, the spools with the oldest last contact are deleted. */
export const spoolsMax = 10_000;

/** The identity of a submission; a repeated one has the same. */
export interface SubmissionId {
  readonly environmentId: number;
  /** A UUID in lower case. */
  readonly requestId: string;
}

/** The content of one commit: the ids of submissions, each once, and the sums of their counts. */
export interface CountedGroup {
  readonly ids: readonly SubmissionId[];
  readonly counts: AggregatedCounts;
  readonly outcomes: OutcomeSums;
  /** Submissions of a replica; missing for submissions of clients. */
  readonly relay?: RelayProgress;
}

/** The part of a replica's spool that a commit counts. */
export interface RelayProgress {
  readonly spool: string;
  /** The sequence up to which the spool was counted before. */
  readonly after: number;
  readonly through: number;
}

/** The outcome of a commit that has not failed. */
export type CommitOutcome =
  | {
      readonly kind: "stored";
      /** Metrics that were dropped because of unknown keys; 0 if that is known only later. */
      readonly droppedUnknownKey: number;
    }
  /** Nothing was stored: these were counted before, so their counts must not be in the group. */
  | { readonly kind: "repeated"; readonly counted: readonly SubmissionId[] };

/** A key's counts in each bucket of a series. */
export interface KeyCounts {
  readonly enabled: Float64Array;
  readonly disabled: Float64Array;
}

/** A change of the catalog, with the id of a deleted feature if it was known. */
export type StoredCatalogChange =
  | Exclude<CatalogChange, { kind: "feature_deleted" }>
  | {
      readonly kind: "feature_deleted";
      readonly projectId: number;
      readonly key: string;
      readonly featureId: number | undefined;
    };

/**
 * How work failed: `damaged` if the store has wrong content, so that no retry can succeed;
 * `unreachable` if it may be used again later, and each attempt takes long; `storage` for other
 * failures of the store; `program` for all others.
 */
export type FailureKind = "damaged" | "unreachable" | "storage" | "program";

/** Resolves when long work may run its next step: commits run between the steps. */
export type YieldStep = () => Promise<void>;

/**
 * Stores counts. Calls take effect in their order, except commits: up to `commitsAtOnce` may run at
 * the same time.
 */
export interface TelemetryStore {
  readonly commitsAtOnce: number;

  /** Reads the data stored before; must be called first. */
  load(): Promise<void>;

  /**
   * Must be called with the time of each message. Returns how many milliseconds the clock has
   * jumped since the last call, also before a restart; 0 up to a day.
   */
  see(nowMs: number): number;

  /** The time that measures the age of counts, in milliseconds. */
  dataTime(nowMs: number): number;

  /** Whether a submission is known to be counted, without a query; otherwise `commit` reports it. */
  isCounted(id: SubmissionId): boolean;

  /** The sequence up to which a spool of a replica is counted; 0 for an unknown one. */
  relayedThrough(spool: string): Promise<number>;

  /**
   * Stores all of a group or nothing, with the progress of its relay. A group with a relay survives
   * a power cut when this resolves. Rejects if it may not be stored, also if the spool was counted
   * further than `after` since; the caller may retry.
   */
  commit(group: CountedGroup, nowMs: number): Promise<CommitOutcome>;

  /**
   * To be called about a second after a commit: moves counts from the journal to the tables.
   * Earlier commits survive a power cut when this resolves.
   */
  flush(nowMs: number): Promise<void>;

  /** Rolls up and deletes due counts. */
  housekeeping(nowMs: number, yieldToEventLoop: YieldStep): Promise<void>;

  /**
   * Applies changes that the catalog already has. Resolves with whether any keys were marked
   * deleted; then `removeDeleted` must remove them.
   */
  applyCatalogChanges(changes: readonly StoredCatalogChange[]): Promise<boolean>;

  /** Marks the key deleted. */
  dismiss(environmentId: number, key: string): Promise<void>;

  /** Removes keys marked deleted. */
  removeDeleted(nowMs: number, yieldToEventLoop: YieldStep): Promise<void>;

  /** The counts of keys, in the order of the keys; undefined without counts. */
  readCounts(
    environmentId: number,
    keys: readonly string[],
    series: BucketSeries,
  ): Promise<readonly (KeyCounts | undefined)[]>;

  /** The minute of the latest count of each key; undefined without counts. */
  readLast(
    environmentId: number,
    keys: readonly string[],
  ): Promise<readonly (number | undefined)[]>;

  /** The unknown keys with counts. */
  unknownKeys(environmentId: number): Promise<readonly string[]>;

  /** Reads outcomes, and stores what guards read. */
  readonly outcomes: OutcomeStore;

  /** Commits a write that changes no count. Rejects if that fails. */
  probe(): Promise<void>;

  failureKind(error: unknown): FailureKind;

  close(): Promise<void>;

  /** Closes a store that cannot be used any more. */
  discard(): void;
}
