import type { ExplainedThen } from "../../../app/services/explain-service.ts";
import type {
  ExplainedGate as Explained,
  ExplainedCheck,
} from "../../../core/evaluation/explained-check.ts";
import type { ExplainedFeature, ExplainedGate } from "../contract/explain-models.ts";

/** A feature with the reason of its result; `explained` is null for an unknown feature. */
export function explainedFeature(key: string, explained: ExplainedCheck | null): ExplainedFeature {
  return explained === null
    ? { key, known: false, enabled: false, gates: [] }
    : { key, known: true, enabled: explained.enabled, gates: explained.gates.map(gateOf) };
}

/** A feature at a moment of the past. */
export function featureThen(key: string, { explained, isChance }: ExplainedThen): ExplainedFeature {
  return { ...explainedFeature(key, explained), chance: isChance };
}

function gateOf(explained: Explained): ExplainedGate {
  switch (explained.gate) {
    case "expression": {
      const actors = explained.actors.map(({ flipperId, isTrue, failed }) => ({
        actor: flipperId,
        isTrue,
        failed,
      }));
      const { tree, ...gate } = explained;
      return { ...gate, actors, ...(tree === null ? {} : { tree }) };
    }
    case "percentage_of_actors":
      return { ...explained, gate: "percentageOfActors" };
    case "percentage_of_time":
      return { ...explained, gate: "percentageOfTime" };
    default:
      return explained;
  }
}
