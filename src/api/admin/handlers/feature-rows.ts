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
    isOverridden: facts.isOverridden || source.environment.kind === "production",
  };
}
