import type { RawSubmission, ReceivedSubmission } from "./messages.ts";

/**
 * Submissions on their way to the worker, in two buffers however many they are: handing over a
 * buffer for each takes both threads longer than copying its bytes.
 */
export interface Parcel {
  /** For each submission its id, its environment's, 1 for gzip or 0, and its bytes in `bodies`. */
  readonly heads: Float64Array<ArrayBuffer>;
  readonly bodies: Uint8Array<ArrayBuffer>;
}

const numbersPerHead = 4;

export function pack(submissions: readonly ReceivedSubmission[]): Parcel {
  const heads = new Float64Array(submissions.length * numbersPerHead);
  const bodies = new Uint8Array(submissions.reduce((sum, { bytes }) => sum + bytes.length, 0));
  let end = 0;
  for (const [index, { id, environmentId, encoding, bytes }] of submissions.entries()) {
    const head = [id, environmentId, encoding === "gzip" ? 1 : 0, bytes.length];
    heads.set(head, index * numbersPerHead);
    bodies.set(bytes, end);
    end += bytes.length;
  }
  return { heads, bodies };
}

/** The submissions in a parcel; their bytes are views into it. */
export function unpack({ heads, bodies }: Parcel): readonly RawSubmission[] {
  const submissions: RawSubmission[] = [];
  let end = 0;
  for (let at = 0; at < heads.length; at += numbersPerHead) {
    const [id = 0, environmentId = 0, isGzip = 0, length = 0] = heads.subarray(at);
    const bytes = bodies.subarray(end, end + length);
    submissions.push({ id, environmentId, encoding: isGzip === 1 ? "gzip" : "identity", bytes });
    end += length;
  }
  return submissions;
}
