import type { Refusal } from "../../errors.ts";
import type { BodyEncoding } from "../../http/request/request-body.ts";
import type { BucketSeries } from "./bucket-series.ts";
import type { CatalogChange } from "./catalog-change.ts";
import type { CommitTally } from "./commit-tally.ts";
import type { SubmissionBatch } from "./submission-batch.ts";

/** The body of a submission as the client sent it, not yet inflated. */
export interface ReceivedSubmission {
  readonly id: number;
  readonly environmentId: number;
  readonly encoding: BodyEncoding;
  readonly bytes: Uint8Array;
}

/** A submission in the worker: its bytes are a view into the batch it arrived in. */
export interface UnpackedSubmission extends ReceivedSubmission {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A feature of a summary with the text of all its members except those the counts determine. */
export interface RequestedFeature {
  readonly key: string;
  /** JSON text such as `{"key":"search"`, without the closing brace. */
  readonly head: string;
}

/** Messages from the main thread to the worker. `now` is in milliseconds since the epoch. */
export type MessageToWorker =
  /** Open the database at `path`; `catalog` holds all changes so far. */
  | { readonly kind: "open"; readonly path: string; readonly catalog: readonly CatalogChange[] }
  | {
      readonly kind: "catalog_changes";
      readonly changes: readonly CatalogChange[];
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

/** A request that the worker answers with `call_done` or `call_failed`. */
export type WorkerCall = SummaryCall | HousekeepingCall;

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
  | { readonly kind: "opened" }
  /** The database cannot be used; the worker does nothing more. */
  | { readonly kind: "open_failed"; readonly reason: string }
  /** A commit ended: all submissions in `accepted` are counted, by this commit or an earlier one. */
  | {
      readonly kind: "settled";
      readonly accepted: readonly number[];
      readonly refused: readonly RefusedSubmission[];
      readonly tally: CommitTally;
    }
  /** `text` is the requested part of a summary; empty after housekeeping. */
  | { readonly kind: "call_done"; readonly id: number; readonly text: string }
  | { readonly kind: "call_failed"; readonly id: number; readonly reason: string }
  /** How many counts were at 2^53-1 after a flush or a rollup. */
  | { readonly kind: "clamped"; readonly count: number }
  /** An error that no other message reports. */
  | { readonly kind: "fault"; readonly reason: string }
  | { readonly kind: "closed" };
