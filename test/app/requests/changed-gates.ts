import type { State } from "../../../src/core/model/state.ts";

/** The own gates of protected environments that differ between two states. */
export function changesNeedingPermits(before: State, after: State): readonly string[] {
  return [...before.policies.keys()].flatMap((id) => {
    const [old, current] = [before.toggles.get(id), after.toggles.get(id)];
    const keys = new Set([...(old?.keys() ?? []), ...(current?.keys() ?? [])]);
    return [...keys]
      .filter((key) => old?.get(key)?.gates !== current?.get(key)?.gates)
      .map((key) => `${id} ${key}`);
  });
}
