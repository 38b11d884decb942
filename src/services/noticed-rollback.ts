import type { FeatureRollback } from "../commands/rollback-commands.ts";
import type { Environment } from "../model/environment.ts";
import type { OwnState } from "../model/own-state.ts";
import type { State } from "../model/state.ts";
import { ownToggle, productionOf } from "../model/state-lookups.ts";
import { closedGates, type Gates } from "../toggles/gates.ts";
import { isNoticedByMany } from "../toggles/noticed-change.ts";

/** Whether many actors notice what a rollback does to a feature: it deletes the feature, or by its gates. */
export function isRollbackNoticed(
  state: State,
  environment: Environment,
  { key, now, then }: Pick<FeatureRollback, "key" | "now" | "then">,
  time: number,
): boolean {
  const gatesOf = (own: OwnState): Gates => {
    if (own.kind === "own") {
      return own.gates;
    }
    const production = ownToggle(state, productionOf(state, environment.projectId), key);
    return own.kind === "mirrored" ? (production?.gates ?? closedGates) : closedGates;
  };
  return (
    (then.kind === "missing" && now.kind !== "missing") ||
    isNoticedByMany(gatesOf(now), gatesOf(then), time)
  );
}
