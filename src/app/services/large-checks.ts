import { GatehouseError } from "../../core/errors.ts";
import type { Toggle } from "../../core/evaluation/toggle.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { State } from "../../core/model/state.ts";
import { productionOf } from "../../core/model/state-lookups.ts";
import { OneAtATime } from "../../core/scheduling/one-at-a-time.ts";
import type { FeatureReads } from "./feature-reads.ts";

/** One check of a large environment runs at a time, as each takes memory for its features. */
export const largeChecks = new OneAtATime();

/** A check of so many features, with gate values of so many bytes, takes some milliseconds at most. */
const smallFeaturesMax = 2_000;
const smallBytesMax = 1024 * 1024;

/** Whether a check of an environment may take so long that it must run in steps. */
export function isLargeEnvironment(state: State, { id, projectId }: Environment): boolean {
  const production = productionOf(state, projectId);
  const bytesOf = (environmentId: number) =>
    state.storedBytes.byEnvironment.get(environmentId) ?? 0;
  return (
    (state.features.get(projectId)?.size ?? 0) > smallFeaturesMax ||
    bytesOf(id) + (id === production.id ? 0 : bytesOf(production.id)) > smallBytesMax
  );
}

/** As much as a check of one actor may cost where the quota of expressions is used up. */
const priceMax = 128 * 1024 * 1024;

/**
 * Throws `parameter_invalid` if a check of these toggles would cost too much for so many actors. In
 * steps of some features.
 */
export function* refuseDearCheck(
  features: FeatureReads,
  caller: Caller,
  toggles: readonly Toggle[],
  actorCount: number,
): Generator<void, void> {
  const price = yield* features.priceOfCheck(caller, toggles);
  if (price * actorCount > priceMax) {
    throw new GatehouseError("parameter_invalid", {
      message:
        "The expressions and groups of these features are too long for so many actors at once",
    });
  }
}
