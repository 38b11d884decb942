import type { ExpressionReason, GateReason } from "../../api/admin/contract/try-models.ts";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const words = texts.tryIt.why;
const bucketsPerPercent = 1_000;
const percentMax = 100;

/** Why a gate matches or not. For 25%: "bucket 61,203: matches from 62% (37 points more)". */
export function reasonSummary(reason: GateReason): string {
  switch (reason.gate) {
    case "boolean":
      return reason.opens ? words.booleanMatches : words.booleanNoMatch;
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
        : fill(reason.opens ? words.timeMatches : words.timeNoMatch, {
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
  return opens ? words.expressionMatches : words.expressionNoMatch;
}

/** The first error in an expression. One error is enough for the gate not to match. */
export function firstError({ error, operands }: ExpressionReason): string | undefined {
  return error ?? operands.map(firstError).find((each) => each !== undefined);
}

function actorsReason({ opens, matched = [], count = 0 }: GateReason): string {
  if (opens) {
    return fill(words.actorsMatches, { matched: matched.join(", ") });
  }
  return count === 0 ? words.actorsNone : plural(words.actorsNoMatch, count);
}

function groupsReason({ opens, matched = [], unknown = [], count }: GateReason): string {
  const summary = opens
    ? fill(words.groupsMatches, { matched: matched.join(", ") })
    : count === 0
      ? words.groupsNone
      : words.groupsNoMatch;
  return unknown.length === 0
    ? summary
    : `${summary}; ${fill(words.groupsUnknown, { unknown: unknown.join(", ") })}`;
}

function bucketReason({ opens, bucket, threshold, percentage = 0 }: GateReason): string {
  if (bucket === undefined) {
    return percentage === 0 ? words.percentageNone : words.noActor;
  }
  if (opens) {
    return fill(words.bucketMatches, {
      bucket,
      threshold: threshold ?? percentage * bucketsPerPercent,
    });
  }
  // The lowest percentage that matches: it is an integer, and 1,000 times it is above the bucket.
  const matchesFrom = Math.floor(bucket / bucketsPerPercent) + 1;
  return matchesFrom >= percentMax
    ? fill(words.bucketOnlyAtMax, { bucket })
    : fill(words.bucketNoMatch, {
        bucket,
        percentage: matchesFrom,
        points: plural(words.points, matchesFrom - percentage),
      });
}
