import { GatehouseError } from "../../core/errors.ts";
import { isApprover, isOwnVote } from "../../core/model/approvals.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import { goesOn, type Rollout } from "../../core/model/rollout.ts";
import type { GroupPolicy } from "../commands/group-policy.ts";
import { isHeld, voterOf } from "../requests/request-checks.ts";
import { isUnchanged, openedRollout, requireRequest, writtenHash } from "./rollout-checks.ts";
import { continued, saveRollout } from "./rollout-saves.ts";
import { goOn } from "./rollout-steps.ts";

export interface Resumption {
  readonly reason: string | null;
  readonly groupPolicy: GroupPolicy;
  /** The step from which a request resumes it; undefined for the current one. */
  readonly step?: number | undefined;
}

/**
 * Lets a held or paused rollout go on, from the gates of now. After a step that asks for approval it
 * makes the next one; otherwise the schedule does, when it is due. Throws
 * `rollout_not_held`, `rollout_without_author`, `change_request_required` in a protected environment if
 * the gates were changed or nobody approved the rollout, and as `requireApproval` after a step that
 * asks for it.
 */
export function* resumeRollout(
  draft: Draft,
  caller: Caller,
  id: number,
  { reason, step, groupPolicy }: Resumption,
): Generator<void, Rollout> {
  const rollout = openedRollout(draft, caller, id);
  const { environment, actor } = caller;
  if (goesOn(rollout)) {
    throw new GatehouseError("rollout_not_held");
  }
  if (step !== undefined && step !== rollout.step) {
    throw new GatehouseError("gate_changed", { message: "The rollout is at another step by now" });
  }
  if (isHeld(draft, rollout)) {
    throw new GatehouseError("rollout_without_author");
  }
  if (!isApproved(draft, rollout)) {
    const { key } = rollout;
    requireRequest(draft, environment, { kind: "resume", key, rolloutId: id, step: rollout.step });
  }
  if (rollout.hold?.kind === "approval") {
    requireApproval(draft, caller, rollout);
  }
  const permit = draft.permitOf(environment.id);
  const requestId = permit?.kind === "request" ? permit.requestId : rollout.requestId;
  const writtenSha256 = writtenHash(draft.state, environment, rollout.key);
  const resumed = continued(draft, { ...rollout, requestId, writtenSha256 });
  const by = { actor, reason };
  const saved = saveRollout(draft, resumed, "rollout.resumed", by, { request: requestId });
  return rollout.hold?.kind === "approval" ? yield* goOn(draft, saved, groupPolicy, by) : saved;
}

/** Whether the approval of a rollout, if it needs one, is for the gates of now. */
export function isApproved({ state }: Pick<Draft, "state">, rollout: Rollout): boolean {
  const { environmentId, hold, requestId } = rollout;
  return (
    !state.policies.has(environmentId) ||
    (requestId !== null && hold?.kind !== "changed" && isUnchanged(state, rollout))
  );
}

/**
 * Throws `approver_required` and `own_request` in a protected environment for a caller who could not
 * approve the rollout. The approvers of a request that is applied have done so.
 */
export function requireApproval(draft: Draft, caller: Caller, rollout: Rollout): void {
  const { before, state, now } = draft;
  const { environmentId } = rollout;
  const policy = before.policies.get(environmentId);
  if (policy === undefined || draft.permitOf(environmentId)?.kind === "request") {
    return;
  }
  const vote = voterOf(draft, caller);
  if (!isApprover({ state, now }, policy, vote.voter)) {
    throw new GatehouseError("approver_required", {
      message: "The policy lets only approvers do this",
    });
  }
  if (!policy.rules.selfApproval && isOwnVote(state, rollout, vote)) {
    throw new GatehouseError("own_request");
  }
}
