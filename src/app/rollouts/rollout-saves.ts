import type { AuditActor } from "../../core/model/audit.ts";
import type { NotedEvent } from "../../core/model/change.ts";
import { clockJump } from "../../core/model/clock-mark.ts";
import type { Draft } from "../../core/model/draft.ts";
import { goesOn, type Rollout, type RolloutHold } from "../../core/model/rollout.ts";
import { recordAct } from "../commands/record-act.ts";

/** The author of a transition, and the reason; the actor is null for the server itself. */
export interface TransitionBy {
  readonly actor: AuditActor | null;
  readonly reason: string | null;
}

export const byServer: TransitionBy = { actor: null, reason: null };

/** Saves a rollout after a transition, with its event and its act. */
export function saveRollout(
  draft: Draft,
  rollout: Rollout,
  type: NotedEvent["type"],
  by: TransitionBy,
  data: Readonly<Record<string, unknown>> = {},
): Rollout {
  const saved = { ...rollout, epoch: rollout.epoch + 1 };
  const { id, environmentId, key, step, steps } = saved;
  draft.record({ kind: "rollout.saved", rollout: saved, noted: { type, ...by, keys: [key] } });
  recordAct(draft, {
    ...{ kind: type, environmentId, ...by },
    data: { rollout: id, key, step: step + 1, steps: steps.length, ...data },
  });
  return saved;
}

/** Holds a rollout that goes on; changes the reason of a hold otherwise. */
export function hold(
  draft: Draft,
  rollout: Rollout,
  { kind, guard = null, text = null }: Pick<RolloutHold, "kind"> & Partial<RolloutHold>,
  by: TransitionBy = byServer,
): Rollout {
  const held = { kind, guard, text, at: draft.now };
  const next = { ...interrupted(draft, rollout), state: "held" as const, hold: held };
  const isOfGuard = kind === "silent" || kind === "mismatch";
  const noticed = isOfGuard ? saveRollout(draft, next, `guard.${kind}`, by, { guard, text }) : next;
  return saveRollout(draft, noticed, "rollout.held", by, { hold: kind, guard, text });
}

/** The wait that is left goes on after the interruption. */
export function interrupted({ now }: Pick<Draft, "now">, rollout: Rollout): Rollout {
  if (!goesOn(rollout)) {
    return rollout;
  }
  const { nextAt, step } = rollout;
  const remainingMs = step < 0 || nextAt === null ? null : Math.max(0, nextAt - now);
  return { ...rollout, nextAt: null, remainingMs };
}

/** A rollout that goes on from now. */
export function continued(draft: Draft, rollout: Rollout): Rollout {
  const { step, start, remainingMs } = rollout;
  const { now } = draft;
  const startsAt = start.kind === "at" ? Math.max(start.at, now) : now;
  return {
    ...rollout,
    state: step < 0 ? "waiting" : "running",
    nextAt: step < 0 ? startsAt : now + (remainingMs ?? 0),
    remainingMs: null,
    hold: null,
    seenMark: jumpedMark(draft),
    resumedAt: now,
  };
}

/** The clock mark that the time of a command has jumped from; null without a jump. */
export function jumpedMark({ state, now }: Pick<Draft, "state" | "now">): number | null {
  const { clockMark } = state;
  const isJump = clockMark !== null && clockJump(clockMark, now) !== undefined;
  return isJump ? clockMark.seenAt : null;
}

export function stopped(
  draft: Draft,
  rollout: Rollout,
  state: "stopped" | "done",
  { by, data }: { readonly by: TransitionBy; readonly data?: Readonly<Record<string, unknown>> },
): Rollout {
  const ended = {
    ...rollout,
    ...{ state, nextAt: null, remainingMs: null, endedAt: draft.now, endedBy: by.actor },
  };
  return saveRollout(draft, ended, `rollout.${state}`, by, data);
}
