import { featureStateOf, type Gates, listedGates } from "../../../core/evaluation/gates.ts";
import type { Toggle } from "../../../core/evaluation/toggle.ts";
import type { FeatureGates } from "../contract/feature-models.ts";
import { shownTags } from "./gates-summary.ts";

/** All values of the gates, for programs. */
export function wholeGates(gates: Gates): FeatureGates {
  const { boolean, expression, groups, actors } = listedGates(gates);
  const { percentageOfActors, percentageOfTime } = gates;
  return { boolean, expression, groups, actors, percentageOfActors, percentageOfTime };
}

/** A feature after a change of its gates. */
export function featureAfter({ key, gates }: Toggle) {
  return {
    key,
    state: featureStateOf(gates),
    gates: wholeGates(gates),
    gateTags: shownTags(gates),
  };
}
