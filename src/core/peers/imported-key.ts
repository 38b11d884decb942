import { GatehouseError } from "../errors.ts";
import { normalizeFeatureKey } from "../evaluation/feature-key.ts";

/** The key that POST /features would create; undefined for a name that it would refuse. */
export function importedKey(peerKey: string): string | undefined {
  try {
    return normalizeFeatureKey(peerKey);
  } catch (error) {
    if (error instanceof GatehouseError) {
      return undefined;
    }
    throw error;
  }
}
