import type { Mountable } from "./index.ts";
import { resetInMemory } from "./library/reset-in-memory.ts";

/**
 * Removes all features, between the tests of a host: `afterEach(() => reset(toggles))`. They are gone
 * when the call returns. Rejects with a `TypeError` unless the data is in memory, so that no test deletes
 * the features of a data directory.
 */
export function reset(toggles: Mountable): Promise<void> {
  return resetInMemory(toggles);
}
