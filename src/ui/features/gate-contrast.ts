import type { GateName, GatesSummary } from "../../api/admin/contract/feature-models.ts";
import { expressionSummary } from "../expressions/expression-summary.ts";
import { plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const words = texts.feature.gateValues;

/** A gate that differs between two summaries, in words. */
interface GateContrast {
  readonly gate: GateName;
  readonly left: string;
  readonly right: string;
}

const gateNames: readonly GateName[] = [
  "boolean",
  "expression",
  "actors",
  "groups",
  "percentageOfActors",
  "percentageOfTime",
];

/** The gates that differ, as far as summaries show: of large sets they have only the counts. */
export function contrastGates(left: GatesSummary, right: GatesSummary): readonly GateContrast[] {
  return gateNames
    .map((gate) => ({ gate, left: valueWords(left, gate), right: valueWords(right, gate) }))
    .filter((row) => row.left !== row.right);
}

function valueWords(gates: GatesSummary, gate: GateName): string {
  switch (gate) {
    case "boolean":
      return gates.boolean ? words.on : words.off;
    case "expression":
      if (gates.expression !== null) {
        return expressionSummary(gates.expression);
      }
      return gates.hasExpression ? words.set : words.none;
    case "actors":
      return gates.actorCount === 0
        ? words.none
        : plural(texts.gateSummary.actors, gates.actorCount);
    case "groups": {
      const shown = gates.groups.join(", ");
      const more = gates.groupCount - gates.groups.length;
      return gates.groupCount === 0 ? words.none : more > 0 ? `${shown} +${more}` : shown;
    }
    case "percentageOfActors":
    case "percentageOfTime":
      return `${gates[gate]}%`;
  }
}
