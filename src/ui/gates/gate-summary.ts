import type { GatesSummary } from "../../api/admin/contract/feature-models.ts";
import { expressionSummary } from "../expressions/expression-summary.ts";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const words = texts.gateSummary;

/** The actors that have the feature, as in "2 actors, 25% of actors, plan is pro". */
export function gateSummary(gates: GatesSummary): string {
  if (gates.boolean || gates.percentageOfTime === 100) {
    return words.everyone;
  }
  const parts = summaryParts(gates);
  return parts.length === 0 ? words.nobody : parts.join(", ");
}

function summaryParts(gates: GatesSummary): readonly string[] {
  return [
    ...(gates.actorCount === 0 ? [] : [plural(words.actors, gates.actorCount)]),
    ...groupWords(gates),
    ...(gates.percentageOfActors === 0
      ? []
      : [fill(words.percentageOfActors, { percentage: gates.percentageOfActors })]),
    ...(gates.percentageOfTime === 0
      ? []
      : [fill(words.percentageOfTime, { percentage: gates.percentageOfTime })]),
    ...(gates.hasExpression
      ? [gates.expression === null ? words.expression : expressionSummary(gates.expression)]
      : []),
  ];
}

function groupWords({ groups, groupCount }: GatesSummary): readonly string[] {
  const [first] = groups;
  if (groupCount === 0 || first === undefined) {
    return [];
  }
  return [groupCount === 1 ? fill(words.group, { name: first }) : plural(words.groups, groupCount)];
}

/** The state in as few words as a tab has: "25%", "2 actors", "Off". */
export function shortSummary(gates: GatesSummary): string {
  if (gates.boolean || gates.percentageOfTime === 100) {
    return texts.states.on;
  }
  if (gates.percentageOfActors > 0) {
    return `${gates.percentageOfActors}%`;
  }
  const [first] = summaryParts(gates);
  return first ?? texts.states.off;
}
