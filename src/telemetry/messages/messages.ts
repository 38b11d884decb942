import type { Refusal } from "../../core/errors.ts";
import type { BucketSeries } from "./bucket-series.ts";
import type { CommitTally } from "./commit-tally.ts";
import type { GuardCall } from "./guard-call.ts";
import type { SubmissionBatch } from "./submission-batch.ts";
import type { WorkerSettings } from "./worker-settings.ts";

/** A feature of a summary with the text of all its members except those the counts determine. */
export interface RequestedFeature {
  readonly key: string;
  /** JSON text such as `{"key":"search"`, without the closing brace. */
  readonly head: string;
}

/** Open the database at `path`; `catalog` is the text of the whole state (`readCatalog`). */
export interface OpenMessage {
  readonly kind: "open";
  readonly path: string;
  /** Whether the last worker found damage, so that the whole database must be checked. */
  readonly isSuspect: boolean;
  readonly settings: WorkerSettings;
  readonly catalog: string;
  readonly now: number;
}

/** A damaged database that was replaced by an empty one. */
export interface SetAsideDatabase {
  /** The new name of the file. */
  readonly file: string;
  readonly reason: string;
}

/** Messages from the main thread to the worker. `now` is in milliseconds since the epoch. */
export type MessageToWorker =
  | OpenMessage
  | {
      readonly kind: "catalog_changes";
      /** The text of a list of `CatalogChange`s, which may be a whole import. */
      readonly changes: string;
      readonly now: number;
    }
  | { readonly kind: "submissions"; readonly batch: SubmissionBatch; readonly now: number }
  | { readonly kind: "call"; readonly id: number; readonly call: WorkerCall }
  /** Commit everything received so far and close the database. */
  | { readonly kind: "close" };

/** Requests one part of a summary: some features of one environment, in the order of the answer. */
export interface SummaryCall {
  readonly kind: "summary";
  readonly environmentId: number;
  readonly features: readonly RequestedFeature[];
  readonly series: BucketSeries;
}

/** Requests one run of rollups and deletions. */
export interface HousekeepingCall {
  readonly kind: "housekeeping";
  readonly now: number;
}

/** Asks whether commits succeed. Writes only if the last one failed. */
export interface ProbeCall {
  readonly kind: "probe";
}

/** Requests the counts of some keys of an environment, as JSON of `KeyCountsAnswer`s. */
export interface CountsCall {
  readonly kind: "counts";
  readonly environmentId: number;
  readonly keys: readonly string[];
  readonly series: BucketSeries;
  /** Whether the answer is a single one, the sum of all keys. */
  readonly isSummed: boolean;
}

/** Requests the unknown keys, as JSON of an `UnknownKeysAnswer`. */
export interface UnknownKeysCall {
  readonly kind: "unknown_keys";
  readonly environmentId: number;
  readonly series: BucketSeries;
}

/** Deletes the counts of an unknown key; a feature's key stays unchanged. */
export interface DismissCall {
  readonly kind: "dismiss";
  readonly environmentId: number;
  readonly key: string;
}

/** Counts submissions that a replica has accepted; the JSON of the answer is a `RelayAnswer`. */
export interface RelayCall {
  readonly kind: "relay";
  /** The UUID of the replica's spool. */
  readonly spool: string;
  /** The ids of the submissions are their sequences, which rise. */
  readonly batch: SubmissionBatch;
  readonly now: number;
}

export interface RelayAnswer {
  /** All submissions of the spool up to this sequence are counted, or never will be. */
  readonly through: number;
}

/** A request that the worker answers with `call_done` or `call_failed`. */
export type WorkerCall =
  | SummaryCall
  | CountsCall
  | UnknownKeysCall
  | DismissCall
  | RelayCall
  | GuardCall
  | HousekeepingCall
  | ProbeCall;

/** A submission that was not counted, and why. */
export interface RefusedSubmission {
  readonly id: number;
  readonly refusal: Refusal;
  readonly message: string;
}

/** Messages from the worker to the main thread. */
export type MessageFromWorker =
  /** The worker listens; messages posted before this one are lost. */
  | { readonly kind: "loaded" }
  | { readonly kind: "opened"; readonly setAside?: SetAsideDatabase }
  /**
   * The database cannot be used; the worker does nothing more. `isLocked` if another program has
   * locked it.
   */
  | { readonly kind: "open_failed"; readonly reason: string; readonly isLocked: boolean }
  /** The open database is damaged; the worker does nothing more. */
  | { readonly kind: "damaged"; readonly reason: string }
  /** A commit ended: all submissions in `accepted` are counted, by this commit or an earlier one. */
  | {
      readonly kind: "settled";
      readonly accepted: readonly number[];
      readonly refused: readonly RefusedSubmission[];
      readonly tally: CommitTally;
    }
  /** The bytes of the JSON that a call for counts requested; empty for other calls. */
  | { readonly kind: "call_done"; readonly id: number; readonly json: Uint8Array<ArrayBuffer> }
  | {
      readonly kind: "call_failed";
      readonly id: number;
      readonly reason: string;
      /** Whether the database or its disk failed, and not the program. */
      readonly isStorageFailure: boolean;
    }
  /** How many counts were at 2^53-1 after a flush or a rollup. */
  | { readonly kind: "clamped"; readonly count: number }
  /** How many metrics counted before were dropped: there are too many unknown keys. */
  | { readonly kind: "unknown_dropped"; readonly count: number }
  /** The clock was `jumpMs` milliseconds, more than a day, after or before its last time. */
  | { readonly kind: "clock_jumped"; readonly jumpMs: number }
  /** An error that no other message reports. */
  | { readonly kind: "fault"; readonly reason: string }
  | { readonly kind: "closed" };

/** The buffers in `transfer` are moved, not copied. */
export type PostMessage = (message: MessageFromWorker, transfer?: ArrayBuffer[]) => void;
