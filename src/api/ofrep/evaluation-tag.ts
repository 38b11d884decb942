import type { Environment } from "../../core/model/environment.ts";

/** What the answer to an evaluation of all features depends on. */
export interface TaggedEvaluation {
  readonly environment: Pick<Environment, "id">;
  /** Null for a deployment without tokens. The ticket in the answer ends with its token. */
  readonly tokenId: number | null;
  readonly revision: number;
  /** See `EvaluationContext.canonical`. */
  readonly context: string;
  /** See `StreamTickets.epoch`: with the tag, a client keeps the ticket in the answer. */
  readonly ticketEpoch: number;
  /** Milliseconds since the epoch; undefined if neither time nor chance takes part. */
  readonly time: number | undefined;
}

/** How long an answer counts as the same, where time or chance takes part. */
const bucketMs = 10_000;

/** The opaque part of the ETag of an evaluation of all features (docs/api.md#ofrep). */
export function evaluationTag(evaluation: TaggedEvaluation): string {
  const { environment, tokenId, revision, context, ticketEpoch, time } = evaluation;
  const bucket = time === undefined ? "" : Math.floor(time / bucketMs);
  const parts = [environment.id, tokenId, revision, ticketEpoch, bucket, context];
  const text = parts.join(" ");
  // No secret and no signature: whoever finds two contexts with one tag fools nobody else.
  return `${hashText(text, 0n)}-${hashText(text, 1n)}`;
}

/** To a base that is a power of two: a BigInt has its text to another one much later. */
function hashText(text: string, seed: bigint): string {
  return Bun.hash.xxHash3(text, seed).toString(hashBase);
}

const hashBase = 16;
