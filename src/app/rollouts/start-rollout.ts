import { GatehouseError } from "../../core/errors.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Rollout, RolloutPlan } from "../../core/model/rollout.ts";
import { currentStart } from "../../core/model/rollout-start.ts";
import type { GroupPolicy } from "../commands/group-policy.ts";
import { existing } from "../requests/run-feature-command.ts";
import {
  requireFree,
  requirePlan,
  requireRequest,
  requireRolloutSize,
  requireWatchable,
  writtenHash,
} from "./rollout-checks.ts";
import { jumpedMark, saveRollout, type TransitionBy } from "./rollout-saves.ts";
import { makeStep } from "./rollout-steps.ts";

export interface NewRollout extends RolloutPlan {
  readonly key: string;
  readonly reason: string | null;
}

/**
 * Starts a rollout in the caller's environment, and makes its first step unless it starts later.
 * Throws `feature_not_found`, `rollout_running`, `rollout_limit`, `rollout_too_large`,
 * `parameter_invalid` for a start in the past, as the first step, and `change_request_required` in a
 * protected environment unless a request is applied.
 */
export function* startRollout(
  draft: Draft,
  caller: Caller,
  { key, reason, steps, guards, late, start: planned }: NewRollout,
  groupPolicy: GroupPolicy,
): Generator<void, Rollout> {
  const { environment, actor } = caller;
  const feature = existing(draft, caller, key);
  const start = currentStart(planned);
  const plan: RolloutPlan = { steps, guards, start, late };
  requirePlan(plan);
  requireFree(draft.state, environment, key);
  requireWatchable(draft.state, environment, plan);
  requireRequest(draft, environment, { kind: "rollout", key, ...plan });
  const permit = draft.permitOf(environment.id);
  const requestId = permit?.kind === "request" ? permit.requestId : null;
  if (start.kind === "at" && start.at <= draft.now && requestId === null) {
    throw new GatehouseError("parameter_invalid", { message: "start.at must be in the future" });
  }
  const rollout: Rollout = {
    ...plan,
    ...{ id: draft.nextId("rollout"), environmentId: environment.id, featureId: feature.id, key },
    ...{ author: actor, requestId, reason, state: "waiting", step: -1, epoch: 0 },
    enteredAt: steps.map(() => null),
    nextAt: start.kind === "at" ? start.at : draft.now,
    ...{ remainingMs: null, seenMark: jumpedMark(draft), resumedAt: null, hold: null },
    ...{ beforeGates: null, previousGates: null },
    writtenSha256: writtenHash(draft.state, environment, key),
    ...{ startedAt: draft.now, endedAt: null, endedBy: null },
  };
  requireRolloutSize(draft.state, rollout);
  const by: TransitionBy = { actor, reason };
  const saved = saveRollout(draft, rollout, "rollout.started", by, { request: requestId });
  return start.kind === "at" ? saved : yield* makeStep(draft, saved, groupPolicy, by);
}
