import type { Change } from "../../src/model/change.ts";
import type { Batch } from "../../src/storage/storage.ts";

/** A batch with an id of its own. */
export function batchOf(changes: readonly Change[]): Batch {
  return { id: crypto.randomUUID(), changes };
}
