import type { ExpressionReason, GateReason } from "../../api/admin/contract/try-models.ts";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const words = texts.tryIt.why;
const bucketsOfPercent = 1_000;
const percentMax = 100;

/** Why a gate matches or not, as in "bucket 61,203: matches from 62% (37 points more)". */
export function reasonSummary(reason: GateReason): string {
  switch (reason.gate) {
    case "boolean":
      return reason.opens ? words.booleanOpens : words.booleanClosed;
    case "expression":
      return expressionReason(reason);
    case "actors":
      return actorsReason(reason);
    case "groups":
      return groupsReason(reason);
    case "percentageOfActors":
      return bucketReason(reason);
    case "percentageOfTime":
      return reason.percentage === undefined || reason.percentage === 0
        ? words.percentageNone
        : fill(reason.opens ? words.timeOpens : words.timeClosed, {
            percentage: reason.percentage,
          });
  }
}

function expressionReason({ opens, expression }: GateReason): string {
  if (expression === undefined) {
    return words.expressionNone;
  }
  const error = firstError(expression);
  if (error !== undefined) {
    return fill(words.expressionError, { error });
  }
  return opens ? words.expressionOpens : words.expressionClosed;
}

/** The first failed evaluation, which makes the whole gate not match. */
export function firstError({ error, operands }: ExpressionReason): string | undefined {
  return error ?? operands.map(firstError).find((each) => each !== undefined);
}

function actorsReason({ opens, matched = [], count = 0 }: GateReason): string {
  if (opens) {
    return fill(words.actorsOpens, { matched: matched.join(", ") });
  }
  return count === 0 ? words.actorsNone : plural(words.actorsClosed, count);
}

function groupsReason({ opens, matched = [], unknown = [], count }: GateReason): string {
  const first = opens
    ? fill(words.groupsOpens, { matched: matched.join(", ") })
    : count === 0
      ? words.groupsNone
      : words.groupsClosed;
  return unknown.length === 0
    ? first
    : `${first}; ${fill(words.groupsUnknown, { unknown: unknown.join(", ") })}`;
}

function bucketReason({ opens, bucket, threshold, percentage = 0 }: GateReason): string {
  if (bucket === undefined) {
    return percentage === 0 ? words.percentageNone : words.noActor;
  }
  if (opens) {
    return fill(words.bucketOpens, {
      bucket,
      threshold: threshold ?? percentage * bucketsOfPercent,
    });
  }
  // The gate matches buckets below 1,000 times the percentage, which is an integer.
  const matchesFrom = Math.floor(bucket / bucketsOfPercent) + 1;
  return matchesFrom >= percentMax
    ? fill(words.bucketNever, { bucket })
    : fill(words.bucketClosed, {
        bucket,
        percentage: matchesFrom,
        points: plural(words.points, matchesFrom - percentage),
      });
}
