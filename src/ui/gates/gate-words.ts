import type { StepRow } from "../../api/admin/contract/audit-models.ts";
import type {
  FeatureAnswer,
  GateName,
  GatesSummary,
} from "../../api/admin/contract/feature-models.ts";
import { expressionSummary } from "../expressions/expression-summary.ts";
import type { GaugeValue } from "../parts/gauge.tsx";
import { auditsTexts } from "../texts/audits-texts.ts";
import { fill, plural } from "../texts/fill.ts";
import { gatesTexts } from "../texts/gates-texts.ts";
import { texts } from "../texts/texts.ts";
import { gateNames } from "./gate-names.ts";

const words = gatesTexts.gates;
const shownNames = 3;

/** The gauge of one gate. */
export function gaugeOfGate(gates: GatesSummary, gate: GateName): GaugeValue {
  switch (gate) {
    case "boolean":
      return { kind: gates.boolean ? "everyone" : "off" };
    case "percentageOfActors":
    case "percentageOfTime":
      return gates[gate] === 0
        ? { kind: "off" }
        : gates[gate] === 100
          ? { kind: "everyone" }
          : { kind: "percentage", percentage: gates[gate] };
    default:
      return { kind: isGateSet(gates, gate) ? "chosen" : "off" };
  }
}

export function isGateSet(gates: GatesSummary, gate: GateName): boolean {
  switch (gate) {
    case "boolean":
      return gates.boolean;
    case "expression":
      return gates.hasExpression;
    case "groups":
      return gates.groupCount > 0;
    case "actors":
      return gates.actorCount > 0;
    default:
      return gates[gate] > 0;
  }
}

/** The saved value of a gate, in the words of its row. */
export function savedWords(feature: FeatureAnswer, gate: GateName): string {
  const { gates } = feature;
  switch (gate) {
    case "boolean":
      return gates.boolean ? words.everyone.on : words.everyone.off;
    case "expression":
      return feature.expression === null ? words.empty : expressionSummary(feature.expression);
    case "groups":
      return namesIn(feature.groups, gates.groupCount);
    case "actors":
      return gates.actorCount === 0
        ? words.empty
        : gates.actorCount <= shownNames
          ? feature.actors.join(", ")
          : plural(texts.gateSummary.actors, gates.actorCount);
    default:
      return `${gates[gate]}%`;
  }
}

/** The first names, and how many others there are. */
export function namesIn(names: readonly string[], count = names.length): string {
  if (count === 0) {
    return words.empty;
  }
  const shown = names.slice(0, shownNames);
  const others = count - shown.length;
  return [...shown, ...(others > 0 ? [plural(words.others, others)] : [])].join(", ");
}

/** The latest change of each gate, as far as the given steps go back. */
export type GateChanges = Readonly<
  Partial<Record<GateName, { readonly at: number; readonly author: string }>>
>;

const gatesOfActions: Readonly<Record<string, readonly GateName[]>> = {
  create: [],
  enable_expression: ["expression"],
  disable_expression: ["expression"],
  enable_actor: ["actors"],
  disable_actor: ["actors"],
  enable_group: ["groups"],
  disable_group: ["groups"],
  percentage_of_actors: ["percentageOfActors"],
  percentage_of_time: ["percentageOfTime"],
};

/** `steps` are newest first. A step whose gates are not all known hides the changes before it. */
export function changesOfGates(steps: readonly StepRow[]): GateChanges {
  const changes: Partial<Record<GateName, { at: number; author: string }>> = {};
  for (const { newest, oldest, count } of steps) {
    const { at, actor } = newest;
    const ends = [gatesOf(newest), gatesOf(oldest)] as const;
    for (const gate of ends.flat()) {
      changes[gate] ??= {
        at,
        author: actor.name ?? fill(auditsTexts.auditSummary.goneUser, { id: actor.id }),
      };
    }
    if (count > 2 && ends[0].join() !== ends[1].join()) {
      break;
    }
  }
  return changes;
}

/** All gates for an action such as `disable`, which clears them. */
function gatesOf({ action }: StepRow["newest"]): readonly GateName[] {
  return gatesOfActions[action] ?? gateNames;
}
