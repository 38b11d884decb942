import type { ReceivedSubmission, UnpackedSubmission } from "./received-submission.ts";

/**
 * Submissions in one message to the worker, always in two buffers: transferring one buffer for
 * each submission takes both threads longer than copying its bytes.
 */
export interface SubmissionBatch {
  /**
   * Five numbers for each submission: id, environment id, 1 for gzip or 0, bytes in `bodies`, minute
   * of outcomes or 0.
   */
  readonly heads: Float64Array<ArrayBuffer>;
  readonly bodies: Uint8Array<ArrayBuffer>;
}

const numbersPerHead = 5;

export function packBatch(submissions: readonly ReceivedSubmission[]): SubmissionBatch {
  const heads = new Float64Array(submissions.length * numbersPerHead);
  const bodies = new Uint8Array(submissions.reduce((sum, { bytes }) => sum + bytes.length, 0));
  let end = 0;
  let at = 0;
  for (const { id, environmentId, encoding, bytes, outcomesMinute = 0 } of submissions) {
    heads[at] = id;
    heads[at + 1] = environmentId;
    heads[at + 2] = encoding === "gzip" ? 1 : 0;
    heads[at + 3] = bytes.length;
    heads[at + 4] = outcomesMinute;
    at += numbersPerHead;
    bodies.set(bytes, end);
    end += bytes.length;
  }
  return { heads, bodies };
}

/** The submissions of a batch; their bytes are views into `bodies`. */
export function unpackBatch({ heads, bodies }: SubmissionBatch): readonly UnpackedSubmission[] {
  const submissions: UnpackedSubmission[] = [];
  let end = 0;
  for (let at = 0; at < heads.length; at += numbersPerHead) {
    const [id = 0, environmentId = 0, isGzip = 0, length = 0, outcomesMinute = 0] =
      heads.subarray(at);
    const bytes = bodies.subarray(end, end + length);
    const encoding = isGzip === 1 ? "gzip" : "identity";
    submissions.push({ id, environmentId, encoding, bytes, outcomesMinute });
    end += length;
  }
  return submissions;
}
