import { printable } from "../text/printable.ts";
import type { DailyCall } from "./daily-subcommand.ts";
import { unknownFeature } from "./known-feature.ts";
import { adminOrPublic } from "./route-or-null.ts";

type FeatureSource = Pick<DailyCall, "given" | "place">;

/** The keys of all features of the place. */
export function featureKeys({ given, place }: FeatureSource): Promise<readonly string[]> {
  const { admin, api, at, in: query } = place;
  const listed = admin
    .call("GET /environments/:environment/features", { params: at, query })
    .then(({ features }) => features.map(({ key }) => key));
  return adminOrPublic(given, listed, () => api.keys());
}

/**
 * One line on `err` for each of these keys that no feature has, with the one that was probably meant.
 * Reads the keys of all features, if there is any such key.
 */
export async function warnOfUnknownFeatures(
  call: Pick<DailyCall, "given" | "output" | "place">,
  keys: readonly string[],
): Promise<void> {
  const known = keys.length === 0 ? [] : await featureKeys(call);
  const all = new Set(known);
  for (const key of keys.filter((each) => !all.has(each))) {
    call.output.err(`gatehouse: ${printable(unknownFeature(key, known))}\n`);
  }
}
