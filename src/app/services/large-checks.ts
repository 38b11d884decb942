import { GatehouseError } from "../../core/errors.ts";
import type { Toggle } from "../../core/evaluation/toggle.ts";
import type { Caller } from "../../core/model/caller.ts";
import { OneAtATime } from "../../core/scheduling/one-at-a-time.ts";
import type { CheckedFeatures, FeatureReads } from "./feature-reads.ts";

/** One check of a large environment runs at a time, as each takes memory for its features. */
export const largeChecks = new OneAtATime();

/** The highest price of a check of one actor in an environment that uses its whole quota. */
export const checkPriceMax = 128 * 1024 * 1024;

/**
 * Throws `parameter_invalid` if a check of these toggles would cost too much for this many actors.
 * In steps of some features.
 */
export function* refuseExpensiveCheck(
  features: FeatureReads,
  caller: Caller,
  toggles: readonly Toggle[],
  actorCount: number,
  found?: CheckedFeatures,
): Generator<void, void> {
  const price = yield* features.priceOfCheck(caller, toggles, found);
  if (price * actorCount > checkPriceMax) {
    throw new GatehouseError("parameter_invalid", {
      message:
        "The expressions and groups of these features are too long for so many actors at once",
    });
  }
}
