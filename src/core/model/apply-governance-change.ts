import { applyRetiredChange } from "./apply-retired-change.ts";
import type { GovernanceChange, RetiredKeyChange } from "./change.ts";
import { isOpenRequest } from "./change-request.ts";
import { isActiveRollout } from "./rollout.ts";
import type { SignOnChange } from "./sign-on.ts";
import { signOnAfter } from "./sign-on-records.ts";
import type { State } from "./state.ts";

export function applyGovernanceChange(
  state: State,
  change: GovernanceChange | RetiredKeyChange | SignOnChange,
): State {
  switch (change.kind) {
    case "policy.saved": {
      const { policy } = change;
      return { ...state, policies: state.policies.set(policy.environmentId, policy) };
    }
    case "policy.removed":
      return { ...state, policies: state.policies.delete(change.environmentId) };
    case "request.saved": {
      const { request } = change;
      return {
        ...state,
        requests: isOpenRequest(request)
          ? state.requests.set(request.id, request)
          : state.requests.delete(request.id),
        lastIds: { ...state.lastIds, request: Math.max(state.lastIds.request, request.id) },
      };
    }
    case "rollout.saved": {
      const { rollout } = change;
      return {
        ...state,
        rollouts: isActiveRollout(rollout)
          ? state.rollouts.set(rollout.id, rollout)
          : state.rollouts.delete(rollout.id),
        lastIds: { ...state.lastIds, rollout: Math.max(state.lastIds.rollout, rollout.id) },
      };
    }
    case "comment.saved": {
      const comment = Math.max(state.lastIds.comment, change.comment.id);
      return { ...state, lastIds: { ...state.lastIds, comment } };
    }
    case "comment.edited":
    case "comment.deleted":
      return state;
    case "sign_on.saved":
    case "sign_on.removed":
      return { ...state, signOn: signOnAfter(state.signOn, change) };
    default:
      return applyRetiredChange(state, change);
  }
}

/** Removes the policy, the open requests and the active rollouts of a deleted environment. */
export function withoutGovernanceOf(state: State, environmentId: number) {
  return {
    policies: state.policies.delete(environmentId),
    requests: state.requests.filter((request) => request.environmentId !== environmentId),
    rollouts: state.rollouts.filter((rollout) => rollout.environmentId !== environmentId),
  };
}
