import { closedGates, type Gates } from "../../core/evaluation/gates.ts";
import { isNoticedByMany } from "../../core/evaluation/noticed-change.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { OwnState } from "../../core/model/own-state.ts";
import type { State } from "../../core/model/state.ts";
import { productionOf } from "../../core/model/state-lookups.ts";
import type { FeatureRollback } from "../commands/rollback-commands.ts";

type Judged = Pick<FeatureRollback, "now" | "then" | "removed">;

/**
 * Whether many actors notice in Production how a rollback in an environment changes a feature. A
 * feature is deleted in every environment, and restored with its gates in every environment.
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
