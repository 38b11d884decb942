import type { ActorCheck, CheckInputs } from "../core/evaluation/actor-check.ts";
import type { Actor } from "../core/evaluation/actor-context.ts";
import { ActorGates } from "../core/evaluation/actor-gates.ts";
import type { GateKey } from "../core/evaluation/gates.ts";
import type { Toggle } from "../core/evaluation/toggle.ts";
import type { FeatureList } from "./feature-list.ts";

/** Finds the gates that match. */
export interface GateFinder {
  /** Loads the code for a check of these features, and returns them. Rejects if loading fails. */
  prepare(list: FeatureList): Promise<FeatureList>;
  /** Null if no gate matches. The feature must be in a prepared list. */
  openGate(toggle: Toggle, actors: readonly Actor[], inputs: CheckInputs): GateKey | null;
}

/**
 * Lists with features that refer to others load more code the first time (docs/client.md#size); most
 * lists have none.
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

/** Does not compile the expression, as only checks need it compiled. */
function mayReferToOthers({ gates }: Toggle): boolean {
  return JSON.stringify(gates.expression).includes('"FeatureEnabled"');
}
