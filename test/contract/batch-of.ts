import type { Change } from "../../src/core/model/change.ts";
import { emptyState } from "../../src/core/model/state.ts";
import type { Batch } from "../../src/storage/storage.ts";

/**
 * A batch with an id of its own. Its state and position are those of an empty storage: adapters that
 * need the real ones are given them by `withTrackedState`.
 */
export function batchOf(changes: readonly Change[]): Batch {
  return {
    id: crypto.randomUUID(),
    changes,
    before: emptyState,
    after: emptyState,
    position: 0,
  };
}
