import type { ComparedFeature } from "../../api/admin/contract/environment-models.ts";
import type { GateName, GatesSummary } from "../../api/admin/contract/feature-models.ts";
import { expressionSummary } from "../expressions/expression-summary.ts";
import { compareTexts } from "../texts/compare-texts.ts";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const { compare: words } = compareTexts;

/** A gate that differs between two environments, in words for each side. */
interface GateLine {
  readonly gate: GateName;
  readonly label: string;
  readonly left: string;
  readonly right: string;
}

const gates: readonly GateName[] = [
  "boolean",
  "expression",
  "groups",
  "actors",
  "percentageOfActors",
  "percentageOfTime",
];

/** The gates that differ. If nothing else differs, the members that a summary omits do. */
export function gateLines(feature: ComparedFeature): readonly GateLine[] {
  const seen = gates.filter((gate) => differs(gate, feature));
  const shown = seen.length > 0 ? seen : gates.filter((gate) => hidesSome(gate, feature));
  return shown.map((gate) => ({
    gate,
    label: words.gates[gate],
    left: sideWords(gate, feature.left.gates, feature.actorsOnlyLeft),
    right: sideWords(gate, feature.right.gates, feature.actorsOnlyRight),
  }));
}

function differs(gate: GateName, feature: ComparedFeature): boolean {
  if (gate === "actors") {
    return feature.actorsOnlyLeft + feature.actorsOnlyRight > 0;
  }
  return contentOf(gate, feature.left.gates) !== contentOf(gate, feature.right.gates);
}

function contentOf(gate: Exclude<GateName, "actors">, summary: GatesSummary): string {
  switch (gate) {
    case "expression":
      return JSON.stringify([summary.hasExpression, summary.expression]);
    case "groups":
      return JSON.stringify([summary.groupCount, summary.groups]);
    default:
      return String(summary[gate]);
  }
}

function hidesSome(gate: GateName, { isDifferent, left, right }: ComparedFeature): boolean {
  return (
    isDifferent &&
    [left.gates, right.gates].some(
      (summary) =>
        (gate === "groups" && summary.groupCount > summary.groups.length) ||
        (gate === "expression" && summary.hasExpression && summary.expression === null),
    )
  );
}

function sideWords(gate: GateName, summary: GatesSummary, actorsOnlyHere: number): string {
  switch (gate) {
    case "boolean":
      return summary.boolean ? words.everyone : words.notEveryone;
    case "expression":
      return expressionSide(summary);
    case "groups":
      return groupSide(summary);
    case "actors":
      return actorSide(summary, actorsOnlyHere);
    default:
      return summary[gate] === 0
        ? words.closed
        : fill(words.percentage, { percentage: summary[gate] });
  }
}

function expressionSide({ hasExpression, expression }: GatesSummary): string {
  if (!hasExpression) {
    return words.closed;
  }
  return expression === null ? words.longExpression : expressionSummary(expression);
}

function groupSide({ groups, groupCount }: GatesSummary): string {
  if (groupCount === 0) {
    return words.closed;
  }
  const hidden = groupCount - groups.length;
  return [...groups, ...(hidden > 0 ? [plural(words.moreGroups, hidden)] : [])].join(", ");
}

function actorSide({ actorCount }: GatesSummary, onlyHere: number): string {
  if (actorCount === 0) {
    return words.closed;
  }
  const count = plural(texts.gateSummary.actors, actorCount);
  return onlyHere === 0 || onlyHere === actorCount
    ? count
    : fill(words.onlyHere, { actors: count, count: onlyHere });
}
