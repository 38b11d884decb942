import type { ExplainedGate, ExplainedTerm } from "../../api/admin/contract/explain-models.ts";
import { evaluationsTexts } from "../texts/evaluations-texts.ts";
import { fill, plural } from "../texts/fill.ts";
import { decidingWords } from "./deciding-words.ts";

type GateOf<Name extends ExplainedGate["gate"]> = ExplainedGate & { readonly gate: Name };

const words = evaluationsTexts.tryIt.why;
const bucketsPerPercent = 1_000;

/** Why a gate matches or does not match. For 25%: "bucket 61,203: matches from 62%, 37 points more". */
export function reasonSummary(gate: ExplainedGate): string {
  switch (gate.gate) {
    case "boolean":
      return gate.opens ? words.booleanMatches : words.booleanNoMatch;
    case "expression":
      return expressionReason(gate);
    case "actors":
      return actorsReason(gate);
    case "groups":
      return groupsReason(gate);
    case "percentageOfActors":
      return bucketReason(gate);
    case "percentageOfTime":
      return gate.percentage === 0
        ? words.percentageNone
        : fill(gate.opens ? words.timeMatches : words.timeNoMatch, {
            percentage: gate.percentage,
          });
  }
}

function expressionReason({ opens, tree }: GateOf<"expression">): string {
  if (tree === undefined) {
    return words.expressionNone;
  }
  const error = firstError(tree);
  if (error !== null) {
    return fill(words.expressionError, { error });
  }
  return decidingWords(tree) ?? (opens ? words.expressionMatches : words.expressionNoMatch);
}

/** The first error in an expression; null without one. An expression with an error does not match. */
export function firstError({ error, operands }: ExplainedTerm): string | null {
  return error ?? operands.map(firstError).find((each) => each !== null) ?? null;
}

function actorsReason({ opens, matched, count }: GateOf<"actors">): string {
  if (opens) {
    return fill(words.actorsMatches, { matched: matched.join(", ") });
  }
  return count === 0 ? words.actorsNone : plural(words.actorsNoMatch, count);
}

function groupsReason({ opens, groups }: GateOf<"groups">): string {
  const matched = groups.filter(({ matches }) => matches);
  const unknown = groups.filter(({ matches, isKnown }) => !matches && !isKnown);
  const summary = opens
    ? fill(words.groupsMatches, { matched: namesOf(matched) })
    : groups.length === 0
      ? words.groupsNone
      : plural(words.groupsNoMatch, groups.length);
  return unknown.length === 0
    ? summary
    : `${summary}; ${fill(words.groupsUnknown, { unknown: namesOf(unknown) })}`;
}

function namesOf(groups: readonly { readonly name: string }[]): string {
  return groups.map(({ name }) => name).join(", ");
}

function bucketReason(gate: GateOf<"percentageOfActors">): string {
  const { opens, bucket, percentage } = gate;
  if (bucket === null) {
    return percentage === 0 ? words.percentageNone : words.noActor;
  }
  // A gate matches buckets below 1,000 times its percentage. This is the lowest integer that matches.
  const matchesFrom = Math.floor(bucket / bucketsPerPercent) + 1;
  const text = fill(words.bucket, { bucket, percentage: matchesFrom });
  return opens || percentage === 0
    ? text
    : `${text}, ${plural(words.points, matchesFrom - percentage)}`;
}
