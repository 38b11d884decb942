import { expressionBytes } from "../../../core/evaluation/gate-bytes.ts";
import { gateTags } from "../../../core/evaluation/gate-tags.ts";
import type { Gates } from "../../../core/evaluation/gates.ts";
import type { GatesSummary, GateTags } from "../contract/feature-models.ts";

const shownGroupsMax = 3;
const shownExpressionMax = 1_000;

/** Enough of the gates for a sentence, whatever their size. */
export function gatesSummary(gates: Gates): GatesSummary {
  const { expression } = gates;
  const isShort = expressionBytes(expression) <= shownExpressionMax;
  return {
    boolean: gates.boolean,
    expression: isShort ? expression : null,
    hasExpression: expression !== null,
    groups: gates.groups.slice(0, shownGroupsMax),
    groupCount: gates.groups.length,
    actorCount: gates.actors.length,
    percentageOfActors: gates.percentageOfActors,
    percentageOfTime: gates.percentageOfTime,
  };
}

/** The tags that writes send back; a write of the boolean gate resets all others. */
export function shownTags(gates: Gates): GateTags {
  const tags = gateTags(gates);
  return {
    boolean: tags.all,
    expression: tags.expression,
    groups: tags.groups,
    actors: tags.actors,
    percentageOfActors: tags.percentage_of_actors,
    percentageOfTime: tags.percentage_of_time,
  };
}
