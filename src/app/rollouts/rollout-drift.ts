import { GatehouseError } from "../../core/errors.ts";
import { isClosed } from "../../core/evaluation/gates.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Change } from "../../core/model/change.ts";
import type { Draft } from "../../core/model/draft.ts";
import { gatesHash } from "../../core/model/request-base.ts";
import { goesOn, type Rollout } from "../../core/model/rollout.ts";
import type { State } from "../../core/model/state.ts";
import { effectiveToggle } from "../../core/model/state-lookups.ts";
import { quote } from "../../core/text/quote.ts";
import { gatesOf } from "../requests/run-feature-command.ts";
import { activeRolloutOf, isUnchanged, rolloutsOfFeature } from "./rollout-checks.ts";
import { pause, takenBack } from "./rollout-commands.ts";
import { byServer, hold, stopped } from "./rollout-saves.ts";
import { environmentOfRollout } from "./rollout-steps.ts";

/**
 * Stops the rollouts of features that a command removes, and holds those whose gates it changed, in its
 * own commit: no step is ever made on gates that something else wrote.
 */
export function recordRollouts(draft: Draft): void {
  for (const rollout of touchedRollouts(draft)) {
    const { state } = draft;
    const { projectId } = environmentOfRollout(state, rollout);
    if (state.features.get(projectId)?.get(rollout.key)?.id !== rollout.featureId) {
      stopped(draft, rollout, "stopped", { by: byServer, data: { removed: true } });
    } else if (goesOn(rollout) && !isUnchanged(state, rollout)) {
      holdChanged(draft, rollout);
    }
  }
}

/** After an undo of the latest step, the step before is the latest one. */
function holdChanged(draft: Draft, rollout: Rollout): void {
  if (isUndo(draft.changes, rollout) && isStepUndone(draft.state, rollout)) {
    hold(draft, takenBack(draft, rollout, rollout.step - 1), { kind: "undone" });
  } else {
    hold(draft, rollout, { kind: "changed" });
  }
}

function isUndo(changes: readonly Change[], { environmentId, key }: Rollout): boolean {
  return changes.some((change) => {
    const audit = change.kind === "audit.recorded" ? change.audit : undefined;
    return (
      audit?.environmentId === environmentId &&
      audit.featureKey === key &&
      audit.undo?.target !== undefined
    );
  });
}

/** Whether the gates in force are those before the latest step. An undo can also return others. */
function isStepUndone(state: State, rollout: Rollout): boolean {
  const { previousGates, key } = rollout;
  const { gates } = effectiveToggle(state, environmentOfRollout(state, rollout), key);
  return previousGates !== null && gatesHash(gates) === gatesHash(gatesOf(previousGates.gates));
}

/**
 * Refuses a person's change of gates that a rollout changes, or pauses it for a caller who asks for
 * that. Closing the gates and undoing a change always work, and hold the rollout. Throws
 * `rollout_running`.
 */
export function refuseDuringRollout(
  draft: Draft,
  caller: Caller,
  { undoes }: { readonly undoes?: number | undefined } = {},
): void {
  const { pausesRollout, actor, reason = null } = caller;
  if (pausesRollout === undefined) {
    return;
  }
  for (const rollout of touchedRollouts(draft)) {
    if (!goesOn(rollout) || !isChanged(draft.state, rollout)) {
      continue;
    }
    if (pausesRollout) {
      pause(draft, rollout, { actor, reason });
    } else if (undoes === undefined && !isTurnedOff(draft.state, rollout)) {
      throw new GatehouseError("rollout_running", {
        message: `Rollout ${rollout.id} changes the gates of ${quote(rollout.key)}: pause_rollout, or --pause-rollout of a command, pauses it`,
        pagePath: `/rollouts/${rollout.id}`,
      });
    }
  }
}

/** Whether a feature that still exists has other gates than the rollout left. */
function isChanged(state: State, rollout: Rollout): boolean {
  const { projectId } = environmentOfRollout(state, rollout);
  const isThere = state.features.get(projectId)?.get(rollout.key)?.id === rollout.featureId;
  return isThere && !isUnchanged(state, rollout);
}

function isTurnedOff(state: State, rollout: Rollout): boolean {
  return isClosed(effectiveToggle(state, environmentOfRollout(state, rollout), rollout.key).gates);
}

/** The active rollouts whose features or gates a command changed, as the command left them. */
function touchedRollouts(draft: Draft): readonly Rollout[] {
  const { before } = draft;
  if (before.rollouts.isEmpty()) {
    return [];
  }
  const ids = new Set<number>();
  for (const change of draft.changes) {
    for (const id of touchedBy(before, change)) {
      ids.add(id);
    }
  }
  const found: Rollout[] = [];
  for (const id of ids) {
    const rollout = draft.state.rollouts.get(id);
    if (rollout !== undefined) {
      found.push(rollout);
    }
  }
  return found;
}

function touchedBy(before: State, change: Change): readonly number[] {
  switch (change.kind) {
    case "gates.written":
    case "override.dropped": {
      const id = activeRolloutOf(before, change.environmentId, change.feature.key)?.id;
      return id === undefined ? [] : [id];
    }
    case "feature.removed":
      return rolloutsOfFeature(before, change.feature.id);
    default:
      return [];
  }
}
