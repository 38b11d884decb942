import { GatehouseError } from "../../core/errors.ts";
import type { ActDetail } from "../../core/model/act.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import {
  goesOn,
  type Rollout,
  type RolloutGuard,
  type RolloutHold,
} from "../../core/model/rollout.ts";
import type { GroupPolicy } from "../commands/group-policy.ts";
import { isHeld } from "../requests/request-checks.ts";
import { isApproved, requireApproval } from "./resume-rollout.ts";
import { isUnchanged, openedRollout, runningRollout, writtenHash } from "./rollout-checks.ts";
import {
  byServer,
  continued,
  hold,
  interrupted,
  saveRollout,
  stopped,
  type TransitionBy,
} from "./rollout-saves.ts";
import { environmentOfRollout, goOn, restoreGates } from "./rollout-steps.ts";

/** Throws `rollout_not_running`. */
export function pauseRollout(
  draft: Draft,
  caller: Caller,
  id: number,
  reason: string | null,
): Rollout {
  const rollout = runningRollout(draft, caller, id);
  return pause(draft, rollout, { actor: caller.actor, reason });
}

export function pause(draft: Draft, rollout: Rollout, by: TransitionBy): Rollout {
  const paused = { ...interrupted(draft, rollout), state: "paused" as const, hold: null };
  return saveRollout(draft, paused, "rollout.paused", by);
}

/**
 * Makes the next step at once, or ends the rollout after its last one. Throws `reason_required`,
 * `rollout_not_running`, as the change of the step, and in a protected environment as `requireApproval`.
 */
export function* skipStep(
  draft: Draft,
  caller: Caller,
  id: number,
  { reason, groupPolicy }: { readonly reason: string | null; readonly groupPolicy: GroupPolicy },
): Generator<void, Rollout> {
  const rollout = runningRollout(draft, caller, id);
  requireReason(reason);
  if (isHeld(draft, rollout)) {
    throw new GatehouseError("rollout_without_author");
  }
  if (!isApproved(draft, rollout)) {
    throw new GatehouseError("change_request_required", {
      message: "The environment is protected now: pause the rollout, and ask to resume it",
    });
  }
  requireApproval(draft, caller, rollout);
  return yield* goOn(draft, rollout, groupPolicy, { actor: caller.actor, reason });
}

/**
 * Ends a rollout, and returns the gates to those before its first step, unless someone changed them
 * since the latest step. Throws `reason_required`.
 */
export function* stopRollout(
  draft: Draft,
  caller: Caller,
  id: number,
  reason: string | null,
): Generator<void, Rollout> {
  const rollout = openedRollout(draft, caller, id);
  requireReason(reason);
  const restored = mayRestore(draft, rollout);
  if (restored && rollout.beforeGates !== null) {
    yield* restoreGates(draft, rollout, rollout.beforeGates);
  }
  const by = { actor: caller.actor, reason };
  return stopped(draft, rollout, "stopped", { by, data: { restored } });
}

/**
 * Makes the caller the author of a rollout whose author has left, and lets it go on if it was held for
 * that. Throws `rollout_has_author`.
 */
export function adoptRollout(
  draft: Draft,
  caller: Caller,
  id: number,
  reason: string | null,
): Rollout {
  const rollout = openedRollout(draft, caller, id);
  if (!isHeld(draft, rollout)) {
    throw new GatehouseError("rollout_has_author");
  }
  const { actor } = caller;
  const adopted = { ...rollout, author: actor };
  const by = { actor, reason };
  const data = { author: actor };
  if (rollout.hold?.kind !== "author") {
    const type = goesOn(rollout) ? "resumed" : rollout.state === "paused" ? "paused" : "held";
    return saveRollout(draft, adopted, `rollout.${type}`, by, data);
  }
  return isUnchanged(draft.state, rollout) && isApproved(draft, rollout)
    ? saveRollout(draft, continued(draft, adopted), "rollout.resumed", by, data)
    : hold(draft, adopted, { kind: "changed" }, by);
}

/** Holds a rollout; does nothing if it was changed since its epoch, or does not go on. */
export function holdRollout(
  draft: Draft,
  id: number,
  epoch: number,
  why: Pick<RolloutHold, "kind" | "guard" | "text">,
): Rollout | null {
  const rollout = draft.state.rollouts.get(id);
  return rollout?.epoch === epoch && goesOn(rollout) ? hold(draft, rollout, why) : null;
}

/** What a guard saw, for its act. */
export interface AlarmOf {
  readonly guard: RolloutGuard;
  readonly text: string;
  readonly data: Readonly<Record<string, ActDetail>>;
}

/**
 * Does what a guard does at an alarm; nothing if the rollout was changed since its epoch, or does not go
 * on.
 */
export function* alarmRollout(
  draft: Draft,
  id: number,
  epoch: number,
  { guard: { name: guard, action }, text, data }: AlarmOf,
): Generator<void, Rollout | null> {
  const rollout = draft.state.rollouts.get(id);
  if (rollout?.epoch !== epoch || !goesOn(rollout)) {
    return null;
  }
  const why = { kind: "alarm", guard, text } as const;
  const alarmed = { ...rollout, hold: { ...why, at: draft.now } };
  const noticed = saveRollout(draft, alarmed, "guard.alarm", byServer, {
    guard,
    action,
    text,
    ...data,
  });
  const { beforeGates, previousGates, step } = noticed;
  if (action === "hold" || beforeGates === null || !mayRestore(draft, noticed)) {
    return hold(draft, noticed, why);
  }
  if (action === "return") {
    yield* restoreGates(draft, noticed, beforeGates);
    return stopped(draft, noticed, "stopped", { by: byServer, data: { restored: true, guard } });
  }
  yield* restoreGates(draft, noticed, previousGates ?? beforeGates);
  const back = previousGates === null ? -1 : step - 1;
  return hold(draft, takenBack(draft, noticed, back), why);
}

/** A rollout whose gates are those of an earlier step, which lasts its whole time again. */
export function takenBack(draft: Draft, rollout: Rollout, step: number): Rollout {
  const { steps, key } = rollout;
  return {
    ...rollout,
    ...{ step, previousGates: null, nextAt: draft.now + (steps[step]?.forMs ?? 0) },
    writtenSha256: writtenHash(draft.state, environmentOfRollout(draft.state, rollout), key),
  };
}

/** Whether the gates are still those of the latest step. */
function mayRestore({ state }: Draft, rollout: Rollout): boolean {
  return rollout.beforeGates !== null && isUnchanged(state, rollout);
}

/** Throws `reason_required`. */
function requireReason(reason: string | null): void {
  if (reason === null || reason.trim() === "") {
    throw new GatehouseError("reason_required", {
      message: "This needs a reason",
      place: "reason",
    });
  }
}
