import { applyChangeList } from "../../src/core/model/apply-change-list.ts";
import type { OpenedStorage } from "../../src/storage/storage.ts";
import { alteredStorage } from "./altered-storage.ts";

/**
 * A storage whose batches get the states before and after them, and their position, as a writer
 * would give them: for adapters that need these.
 */
export function withTrackedState({ storage, ...opened }: OpenedStorage): OpenedStorage {
  let { state, position } = opened;
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...opened,
    storage: alteredStorage(storage, {
      commit: (batch) => {
        const committed = last.then(async () => {
          const after = applyChangeList(state, batch.changes);
          position = await storage.commit({ ...batch, before: state, after, position });
          state = after;
          return position;
        });
        last = committed.catch(() => undefined);
        return committed;
      },
    }),
  };
}
