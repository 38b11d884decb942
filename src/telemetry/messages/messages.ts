import type { Refusal } from "../../errors.ts";
import type { BodyEncoding } from "../../http/request/request-body.ts";
import type { Lesson } from "./catalog-change.ts";
import type { Tally } from "./commit-tally.ts";
import type { Series } from "./series.ts";
import type { Parcel } from "./submission-batch.ts";

/** A submission as it came from the network. */
export interface ReceivedSubmission {
  readonly id: number;
  readonly environmentId: number;
  readonly encoding: BodyEncoding;
  readonly bytes: Uint8Array;
}

/** The same as the worker has it, which knows whose memory it is in. */
export interface RawSubmission extends ReceivedSubmission {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A feature of a summary, with the text of all its members but those that the counts give. */
export interface AskedFeature {
  readonly key: string;
  /** Such as `{"key":"search"`, without its closing brace. */
  readonly head: string;
}

/** What the main thread tells the worker. Times are the main thread's: the worker has no clock. */
export type ToWorker =
  | { readonly kind: "open"; readonly path: string; readonly lessons: readonly Lesson[] }
  | { readonly kind: "lessons"; readonly lessons: readonly Lesson[]; readonly now: number }
  | {
      readonly kind: "submissions";
      readonly parcel: Parcel;
      readonly now: number;
    }
  | { readonly kind: "call"; readonly id: number; readonly call: Call }
  | { readonly kind: "close" };

/** A part of a summary: some features of one environment, in the order of the answer. */
export interface SummaryCall {
  readonly kind: "summary";
  readonly environmentId: number;
  readonly features: readonly AskedFeature[];
  readonly series: Series;
}

/** A round of everything that keeps the database small. */
export interface HousekeepingCall {
  readonly kind: "housekeeping";
  readonly now: number;
}

/** What the worker answers with `done` or `failed`. */
export type Call = SummaryCall | HousekeepingCall;

/** Why a submission was not counted. */
export interface Refused {
  readonly id: number;
  readonly refusal: Refusal;
  readonly message: string;
}

/** What the worker tells the main thread. */
export type FromWorker =
  /** The worker runs, and takes messages: earlier ones would be lost. */
  | { readonly kind: "loaded" }
  | { readonly kind: "opened" }
  /** The database cannot be used; the worker is of no use. */
  | { readonly kind: "unusable"; readonly reason: string }
  /** A commit is kept: all of `ids` were counted, now or before. */
  | {
      readonly kind: "settled";
      readonly accepted: readonly number[];
      readonly refused: readonly Refused[];
      readonly tally: Tally;
    }
  /** `text` is the part of a summary that was asked for; empty after housekeeping. */
  | { readonly kind: "done"; readonly id: number; readonly text: string }
  | { readonly kind: "failed"; readonly id: number; readonly reason: string }
  | { readonly kind: "clamped"; readonly count: number }
  /** Something went wrong that no answer tells of. */
  | { readonly kind: "fault"; readonly reason: string }
  | { readonly kind: "closed" };
