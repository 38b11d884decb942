import { type Bounds, between, drawnBy, independentDraw, isSame, unknown } from "./bounds.ts";
import type { PeerCondition } from "./condition.ts";
import { importedKey } from "./imported-key.ts";
import { storedGates } from "./peer-gates.ts";

/**
 * Whether another feature of the import is enabled, by its key in the other system; `feature` is
 * undefined if it is not imported. The result is also unknown if it is too large, or if its key
 * changes, because two features may then have one key.
 */
export function reference(peerKey: string, feature: Bounds | undefined): Bounds {
  const isImported =
    feature !== undefined &&
    importedKey(peerKey) === peerKey &&
    typeof storedGates(feature) !== "string";
  if (!isImported) {
    return unknown(`the feature ${peerKey} that it depends on is not imported`);
  }
  if (typeof feature.lower === "boolean" && isSame(feature)) {
    return feature;
  }
  const enabled: PeerCondition = { FeatureEnabled: [peerKey] };
  // With a list, that feature's gate does not match. Below a negation, this one must not match either.
  const read = [...feature.properties, ...feature.guarded];
  if (!isSame(feature)) {
    const lower = typeof feature.lower === "boolean" ? feature.lower : enabled;
    const loss = `the feature ${peerKey} that it depends on is enabled for fewer`;
    return between(lower, true, [loss], read);
  }
  const bounds = between(enabled, enabled, [], read);
  return feature.draws.size === 0
    ? bounds
    : drawnBy(`${independentDraw}feature ${peerKey}`, bounds);
}
