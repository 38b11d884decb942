import type { BodyEncoding } from "../../http/request/request-body.ts";

/** The body of a submission as the client sent it, not yet inflated. */
export interface ReceivedSubmission {
  readonly id: number;
  readonly environmentId: number;
  readonly encoding: BodyEncoding;
  readonly bytes: Uint8Array;
  /** The minute since the epoch at which outcomes arrived; missing for metrics. */
  readonly outcomesMinute?: number;
}

/** A submission in the worker: its bytes are a view into the batch it arrived in. */
export interface UnpackedSubmission extends ReceivedSubmission {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** 0 for metrics. */
  readonly outcomesMinute: number;
}
