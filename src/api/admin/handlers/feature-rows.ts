import { activeRolloutOf } from "../../../app/rollouts/rollout-checks.ts";
import { type FactSource, featureFacts } from "../../../app/services/feature-facts.ts";
import type { Gates } from "../../../core/evaluation/gates.ts";
import type { Feature } from "../../../core/model/feature.ts";
import type { FeatureRow } from "../contract/feature-models.ts";
import { gatesSummary } from "./gates-summary.ts";

/** A feature in the form of lists. */
export function featureRow(source: FactSource, feature: Feature, gates: Gates): FeatureRow {
  const { creator: _, ...facts } = featureFacts(source, feature, gates);
  return {
    ...facts,
    gates: gatesSummary(gates),
    rollout: rolloutOf(source, feature),
    isOverridden: facts.isOverridden || source.environment.kind === "production",
  };
}

function rolloutOf({ state, environment }: FactSource, { key }: Feature): FeatureRow["rollout"] {
  const rollout = activeRolloutOf(state, environment.id, key);
  return rollout === undefined
    ? null
    : { id: rollout.id, state: rollout.state, step: rollout.step, steps: rollout.steps.length };
}
