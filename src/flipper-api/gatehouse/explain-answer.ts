import type { ExplainedTerm } from "../../expressions/explained-term.ts";
import type { ExplainedCheck, ExplainedGate } from "../../toggles/explained-check.ts";
import type {
  ExplainedFeatureModel,
  ExplainedGateModel,
  ExplainedTermModel,
} from "./explain-model.ts";

/** `explained` is null for an unknown feature. */
export function explainedFeature(
  key: string,
  explained: ExplainedCheck | null,
): ExplainedFeatureModel {
  return explained === null
    ? { key, known: false, enabled: false, gates: [] }
    : {
        key,
        known: true,
        enabled: explained.enabled,
        gates: explained.gates.map((gate) => gateModel(gate)),
      };
}

function gateModel(explained: ExplainedGate): ExplainedGateModel {
  switch (explained.gate) {
    case "expression": {
      const { gate, opens, actors, tree, isInCycle, fault } = explained;
      return {
        gate,
        opens,
        actors: actors.map(({ flipperId, isTrue, failed }) => ({
          flipper_id: flipperId,
          is_true: isTrue,
          failed,
        })),
        tree: tree === null ? null : termModel(tree),
        is_in_cycle: isInCycle,
        fault,
      };
    }
    case "actors":
      return { ...explained, matched: [...explained.matched] };
    case "percentage_of_actors": {
      const { opensAbove, ...rest } = explained;
      return { ...rest, opens_above: opensAbove };
    }
    case "groups": {
      const { gate, opens, groups } = explained;
      return {
        gate,
        opens,
        groups: groups.map(({ name, matches, isKnown }) => ({
          name,
          matches,
          is_known: isKnown,
        })),
      };
    }
    default:
      return explained;
  }
}

function termModel({
  operator,
  value,
  error,
  decidedBy,
  operands,
}: ExplainedTerm): ExplainedTermModel {
  return {
    operator,
    value: value === null ? null : { type: value.type, text: value.text },
    error,
    decided_by: decidedBy,
    operands: operands.map(termModel),
  };
}
