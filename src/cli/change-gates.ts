import type { FeatureAnswer } from "../api-client/feature-answers.ts";
import type { GateRequest } from "../api-client/public-api-client.ts";
import type { Place } from "./api-place.ts";
import { routeOrNull } from "./route-or-null.ts";

export interface ChangedFeature {
  readonly feature: FeatureAnswer;
  /** Whether all changes were made in one step. */
  readonly isOneStep: boolean;
}

/** The most changes in one request (docs/api.md#several-changes). */
export const changesMax = 1_000;

interface ChangeOptions {
  readonly allowsAnyGroup?: boolean;
}

/**
 * Changes gates of a feature: one with the public route, several in one step with Gatehouse's own. A
 * server that does not have this route gets them one after the other.
 */
export async function changeFeatureGates(
  { api, gatehouse }: Pick<Place, "api" | "gatehouse">,
  key: string,
  [first, ...others]: readonly [GateRequest, ...GateRequest[]],
  options: ChangeOptions = {},
): Promise<ChangedFeature> {
  if (others.length === 0) {
    return { feature: await api.changeGate(key, first, options), isOneStep: true };
  }
  const changed = await routeOrNull(gatehouse.change(key, [first, ...others], options));
  if (changed !== null) {
    return { feature: changed, isOneStep: true };
  }
  let feature = await api.changeGate(key, first, options);
  for (const change of others) {
    feature = await api.changeGate(key, change, options);
  }
  return { feature, isOneStep: false };
}
