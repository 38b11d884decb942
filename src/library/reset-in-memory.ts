import { mountableCaller } from "../api/common/access/mountable-access.ts";
import { removeFeature } from "../app/commands/feature-commands.ts";
import type { Services } from "../app/services/services.ts";

/** How to reset each deployment with data in memory. */
const resets = new WeakMap<object, () => Promise<void>>();

/** Lets `resetInMemory` reset a deployment with data in memory. */
export function allowReset(toggles: object, { writer }: Services): void {
  resets.set(toggles, () =>
    writer.submit((draft) => {
      const caller = mountableCaller(draft.state);
      const features = draft.state.features.get(caller.environment.projectId);
      for (const key of features?.keys() ?? []) {
        removeFeature(draft, caller, key);
      }
    }),
  );
}

/** Removes all features before it returns. Rejects with a `TypeError` for data in a directory. */
export async function resetInMemory(toggles: object): Promise<void> {
  const reset = resets.get(toggles);
  if (reset === undefined) {
    throw new TypeError('reset needs toggles of mountable({ data: ":memory:" })');
  }
  await reset();
}
