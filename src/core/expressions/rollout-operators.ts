import { Buckets, hashIds, isBucketIncluded } from "../percentages/bucket.ts";
import { contextOperator, exactly, type Operator, pureOperator } from "./define-operator.ts";
import { EvaluationError } from "./evaluation-error.ts";
import type { ExpressionContext } from "./expression-context.ts";
import type { Value } from "./expression-value.ts";
import { toDecimal } from "./number-conversion.ts";
import { valueTerm } from "./term.ts";
import { toText } from "./text-conversion.ts";

/** Operators that enable a feature for a share of the actors or of the checks. */
export const rolloutOperators = [
  pureOperator({
    name: "Percentage",
    arity: exactly(1),
    fallible: true,
    evaluate: (_, value) => Math.min(Math.max(toDecimal(value), 0), 100),
  }),
  contextOperator({
    name: "PercentageOfActors",
    arity: exactly(2),
    fallible: true,
    evaluate: percentageOfActors,
  }),
  randomOperator(),
] as const;

/**
 * Uses the buckets of the gate `percentage_of_actors`, but accepts any text and decimal
 * percentages.
 */
function percentageOfActors(context: ExpressionContext, text: Value, percentage: Value): boolean {
  const ids = hashIds([toText(text)], context.crc32);
  if (typeof percentage !== "number") {
    throw new EvaluationError("not_percentage");
  }
  return isBucketIncluded(new Buckets(context.featureKey, context.crc32).of(ids), percentage);
}

/** Each operator of an expression has its own number, which identifies it to the context. */
function randomOperator(): Operator<"Random"> {
  return {
    name: "Random",
    arity: { least: 0, most: 1 },
    compile: (args, compilation) => {
      const draw = compilation.drawCount;
      compilation.drawCount += 1;
      const limit = args[0]?.evaluate;
      return valueTerm((context) => random(context, draw, limit?.(context)), args, true);
    },
  };
}

/** Without a limit a number from 0 to below 1, otherwise an integer from 0 to below the limit. */
function random(context: ExpressionContext, draw: number, limit: Value = null): number {
  if (limit !== null && (typeof limit !== "number" || !Number.isFinite(limit))) {
    throw new EvaluationError("not_limit");
  }
  const count = Math.abs(Math.trunc(limit ?? 0));
  return count === 0 ? context.random(draw) : Math.floor(context.random(draw) * count);
}
