import type { Environment } from "../../core/model/environment.ts";

/** The values on which an evaluation of all features depends. */
export interface TaggedEvaluation {
  readonly environment: Pick<Environment, "id">;
  /** Null for a deployment without tokens. The ticket in the answer ends with its token. */
  readonly tokenId: number | null;
  readonly revision: number;
  /** See `EvaluationContext.canonical`. */
  readonly context: string;
  /** See `StreamTickets.epoch`: a client with the same tag keeps the ticket of its answer. */
  readonly ticketEpoch: number;
  /** Milliseconds since the epoch; undefined if the results depend neither on time nor on chance. */
  readonly time: number | undefined;
}

/** How long an answer counts as the same if it depends on time or chance. */
const bucketMs = 10_000;

/** The opaque part of the ETag of an evaluation of all features (docs/api.md#ofrep). */
export function evaluationTag(evaluation: TaggedEvaluation): string {
  const { environment, tokenId, revision, context, ticketEpoch, time } = evaluation;
  const bucket = time === undefined ? "" : Math.floor(time / bucketMs);
  const text = `${environment.id} ${tokenId} ${revision} ${ticketEpoch} ${bucket} ${context}`;
  // This is neither a secret nor a signature: a collision affects only the client that caused it.
  return `${hashText(text, 0n)}-${hashText(text, 1n)}`;
}

/** With a base that is a power of two, because a BigInt is converted much faster. */
function hashText(text: string, seed: bigint): string {
  return Bun.hash.xxHash3(text, seed).toString(hashBase);
}

const hashBase = 16;
