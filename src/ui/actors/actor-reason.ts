import type { ActorFeature } from "../../api/admin/contract/actor-feature-models.ts";
import { expressionSummary } from "../expressions/expression-summary.ts";
import { actorsTexts } from "../texts/actors-texts.ts";
import { fill, plural } from "../texts/fill.ts";

const { because: words } = actorsTexts.actors;

/** Why a feature is on or off for an actor. */
interface ActorReason {
  readonly text: string;
  /** The part that matters most: how little is missing. */
  readonly strong: string | null;
}

export function actorReason(row: ActorFeature): ActorReason {
  return row.enabled
    ? { text: matchText(row), strong: null }
    : { text: noMatchTexts(row).join(" · "), strong: missing(row) };
}

function matchText({ gate, bucket, opensFrom, reason }: ActorFeature): string {
  switch (gate) {
    case "percentageOfActors":
      return fill(words.percentageMatches, { bucket, percentage: opensFrom });
    case "expression":
      return fill(words.expressionMatches, { expression: expressionWords(reason.expression) });
    case "actors":
      return plural(words.actorsMatches, reason.actorCount);
    case "groups":
      return reason.group === null ? words.groupUnknown : fill(words.group, { name: reason.group });
    case "percentageOfTime":
      return fill(words.time, { percentage: reason.percentageOfTime });
    default:
      return words.boolean;
  }
}

/** All set gates: each of them would have to match. The percentage comes first, as it says how far. */
function noMatchTexts({ bucket, opensFrom, percentage, reason }: ActorFeature): readonly string[] {
  const { expression, actorCount, groupCount, percentageOfTime } = reason;
  const found = [
    ...(percentage === 0 ? [] : [fill(words.percentageNoMatch, { bucket, percentage: opensFrom })]),
    ...(expression === null ? [] : [expressionNoMatch(expression)]),
    ...(actorCount === 0 ? [] : [plural(words.actorsNoMatch, actorCount)]),
    ...(groupCount === 0 ? [] : [plural(words.groupsNoMatch, groupCount)]),
    ...(percentageOfTime === 0 ? [] : [fill(words.timeNoMatch, { percentage: percentageOfTime })]),
  ];
  return found.length === 0 ? [words.none] : found;
}

function missing({ isClose, pointsMissing }: ActorFeature): string | null {
  return isClose && pointsMissing !== null ? plural(words.points, pointsMissing) : null;
}

type ExpressionReason = NonNullable<ActorFeature["reason"]["expression"]>;

function expressionNoMatch(reason: ExpressionReason): string {
  return reason.failed
    ? fill(words.expressionFailed, { error: reason.error ?? words.expressionUnknown })
    : fill(words.expressionNoMatch, { expression: expressionWords(reason) });
}

function expressionWords(reason: ExpressionReason | null): string {
  const expression = reason?.expression ?? null;
  return expression === null ? words.expressionUnknown : expressionSummary(expression);
}
