import { Buckets, hashIds, isBucketIncluded } from "../percentages/bucket.ts";
import { contextual, exactly, pure } from "./define-operator.ts";
import { EvaluationError } from "./evaluation-error.ts";
import type { ExpressionContext } from "./expression-context.ts";
import type { Value } from "./expression-value.ts";
import { toDecimal } from "./number-conversion.ts";
import { toText } from "./text-conversion.ts";

/** What lets a share of the actors, or of the checks, through. */
export const rollouts = [
  pure({
    name: "Percentage",
    arity: exactly(1),
    total: false,
    meaning: (value) => Math.min(Math.max(toDecimal(value), 0), 100),
  }),
  contextual({
    name: "PercentageOfActors",
    arity: exactly(2),
    total: false,
    meaning: percentageOfActors,
  }),
  contextual({
    name: "Random",
    arity: { least: 0, most: 1 },
    total: false,
    meaning: random,
  }),
] as const;

/** The gate's own buckets (DESIGN.md section 2), for any text and with decimal percentages. */
function percentageOfActors(context: ExpressionContext, text: Value, percentage: Value): boolean {
  const ids = hashIds([toText(text)], context.crc32);
  if (typeof percentage !== "number") {
    throw new EvaluationError("A percentage is a number");
  }
  return isBucketIncluded(new Buckets(context.featureKey, context.crc32).of(ids), percentage);
}

/** Without a limit a fraction from 0 to 1; with one, an integer from 0 to just below it. */
function random(context: ExpressionContext, limit: Value = null): number {
  if (limit !== null && (typeof limit !== "number" || !Number.isFinite(limit))) {
    throw new EvaluationError("The limit of a random number is a number");
  }
  const count = Math.abs(Math.trunc(limit ?? 0));
  return count === 0 ? context.random() : Math.floor(context.random() * count);
}
