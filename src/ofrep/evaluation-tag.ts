import { ContentTag } from "../http/response/content-tag.ts";
import type { Environment } from "../model/environment.ts";

/** What the answer to an evaluation of all features depends on. */
export interface TaggedEvaluation {
  readonly environment: Pick<Environment, "id">;
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
const encoder = new TextEncoder();

/** The opaque part of the ETag of an evaluation of all features (docs/api.md#ofrep). */
export function evaluationTag(evaluation: TaggedEvaluation): string {
  const { environment, revision, context, ticketEpoch, time } = evaluation;
  const bucket = time === undefined ? "" : Math.floor(time / bucketMs);
  const parts = [environment.id, revision, ticketEpoch, bucket, context];
  return new ContentTag().add(encoder.encode(parts.join(" "))).value;
}
