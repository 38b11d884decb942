import type { FeatureRollback } from "../commands/rollback-commands.ts";
import type { Environment } from "../model/environment.ts";
import type { OwnState } from "../model/own-state.ts";
import type { State } from "../model/state.ts";
import { productionOf } from "../model/state-lookups.ts";
import { closedGates, type Gates } from "../toggles/gates.ts";
import { isNoticedByMany } from "../toggles/noticed-change.ts";

type Judged = Pick<FeatureRollback, "now" | "then" | "removed">;

/**
 * Whether many actors notice in Production what a rollback in an environment does to a feature. A
 * feature is deleted in every environment, and comes back with its gates in every environment.
 */
export function isRollbackNoticed(
  state: State,
  environment: Environment,
  { now, then, removed }: Judged,
  time: number,
): boolean {
  if (then.kind === "missing") {
    return now.kind !== "missing";
  }
  if (environment.kind === "production") {
    return isNoticedByMany(gatesOf(now), gatesOf(then), time);
  }
  const { id } = productionOf(state, environment.projectId);
  const restored = removed?.gates.find(({ environmentId }) => environmentId === id);
  return (
    now.kind === "missing" &&
    restored !== undefined &&
    isNoticedByMany(closedGates, restored.gates, time)
  );
}

/** Production has own gates of every feature. */
function gatesOf(own: OwnState): Gates {
  return own.kind === "own" ? own.gates : closedGates;
}
