import type { ActorCheck, CheckInputs } from "../core/evaluation/actor-check.ts";
import type { Actor } from "../core/evaluation/actor-context.ts";
import { ActorGates } from "../core/evaluation/actor-gates.ts";
import type { GateKey } from "../core/evaluation/gates.ts";
import type { Toggle } from "../core/evaluation/toggle.ts";
import type { FeatureList } from "./feature-list.ts";

/** Finds the gates that are open. */
export interface GateFinder {
  /** Loads what a check of these features needs, and returns them. Rejects if that cannot be loaded. */
  prepare(list: FeatureList): Promise<FeatureList>;
  /** Null if no gate is open. The feature is of a list that was prepared. */
  openGate(toggle: Toggle, actors: readonly Actor[], inputs: CheckInputs): GateKey | null;
}

/**
 * Features that refer to others are answered by code that is loaded for the first list that has some
 * (docs/client.md#size): most have none.
 */
export function createGateFinder(): GateFinder {
  let Check: typeof ActorCheck | undefined;
  return {
    async prepare(list) {
      if (Check === undefined && [...list.values()].some(mayReferToOthers)) {
        ({ ActorCheck: Check } = await import("../core/evaluation/actor-check.ts"));
      }
      return list;
    },
    openGate(toggle, actors, inputs) {
      const gate = new ActorGates(actors, inputs).openGate(toggle);
      return gate === undefined && Check !== undefined
        ? new Check(actors, inputs).openGate(toggle)
        : (gate ?? null);
    },
  };
}

/** Its expression is not compiled for that, as only checks need it compiled. */
function mayReferToOthers({ gates }: Toggle): boolean {
  return JSON.stringify(gates.expression).includes('"FeatureEnabled"');
}
