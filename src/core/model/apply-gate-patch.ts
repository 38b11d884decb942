import type { Gates } from "../evaluation/gates.ts";
import { changedSet } from "../evaluation/sorted-set.ts";
import type { GatePatch } from "./gate-difference.ts";

/** The gates that a patch turns these into. */
export function patchedGates(gates: Gates, { groups, actors, ...scalars }: GatePatch): Gates {
  return {
    ...gates,
    ...scalars,
    groups:
      groups === undefined ? gates.groups : changedSet(gates.groups, groups.added, groups.removed),
    actors:
      actors === undefined ? gates.actors : changedSet(gates.actors, actors.added, actors.removed),
  };
}
