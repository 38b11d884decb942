import type { Change, GovernanceChange } from "../../src/core/model/change.ts";
import { requestStates } from "../../src/core/model/change-request.ts";
import { rolloutStates } from "../../src/core/model/rollout.ts";
import type { State } from "../../src/core/model/state.ts";
import { sampleComment, samplePolicy, sampleRequest, sampleRules } from "./governance-examples.ts";
import { sampleRollout } from "./rollout-examples.ts";

interface GovernancePlan {
  readonly kind: GovernanceChange["kind"];
  readonly environmentId: number;
  readonly name: string;
  readonly pick: number;
  readonly isNew: boolean;
}

/** A change of policies and requests in a random sequence of changes. */
export function governanceChange(state: State, plan: GovernancePlan): Change {
  const { kind, environmentId, name, pick, isNew } = plan;
  switch (kind) {
    case "policy.saved": {
      const rules = { ...sampleRules, expiresDays: pick };
      return { kind, policy: samplePolicy(environmentId, { rules }) };
    }
    case "policy.removed":
      return { kind, environmentId };
    case "request.saved": {
      const known = isNew ? undefined : state.requests.first();
      const ended = requestStates[pick % requestStates.length] ?? "open";
      const more = { title: name, environmentId, ...known, state: ended };
      return { kind, request: sampleRequest(known?.id ?? state.lastIds.request + 1, more) };
    }
    case "rollout.saved": {
      const known = isNew ? undefined : state.rollouts.first();
      const ended = rolloutStates[pick % rolloutStates.length] ?? "running";
      const more = { key: name, environmentId, ...known, state: ended, epoch: pick };
      return { kind, rollout: sampleRollout(known?.id ?? state.lastIds.rollout + 1, more) };
    }
    case "comment.saved": {
      const id = state.lastIds.comment + 1;
      const isOnAct = pick % 3 === 0;
      const on = isOnAct ? { environmentId: null, subject: "act:1" } : { environmentId };
      return { kind, comment: sampleComment(id, { ...on, text: name }) };
    }
    case "comment.edited": {
      const commentId = state.lastIds.comment;
      return { kind, commentId, subject: "request:1", text: name, editedAt: 9_300 };
    }
    case "comment.deleted":
      return { kind, commentId: state.lastIds.comment, subject: "request:1" };
  }
}
