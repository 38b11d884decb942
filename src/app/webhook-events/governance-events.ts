import type { AuditActor } from "../../core/model/audit.ts";
import type { CommentChange, GovernanceChange, NotedEvent } from "../../core/model/change.ts";
import type { ChangeRequest } from "../../core/model/change-request.ts";
import { personOf } from "../../core/model/person.ts";
import type { Rollout } from "../../core/model/rollout.ts";
import type { State } from "../../core/model/state.ts";
import { environmentInEvent, type Happened, reasonInEvent } from "./event-parts.ts";

/** The event of a change of a policy, a request or a rollout; undefined for a change without one. */
export function governanceEvent(change: GovernanceChange, state: State): Happened | undefined {
  if (!("noted" in change) || change.noted === undefined) {
    return undefined;
  }
  const { noted } = change;
  const environmentId = environmentIdOf(change);
  const environment = state.environments.get(environmentId);
  return (
    environment && {
      type: noted.type,
      environmentId,
      projectId: null,
      ...(change.kind === "rollout.saved" ? { key: change.rollout.key } : {}),
      data: {
        environment: environmentInEvent(environment),
        actor: actorInEvent(state, noted),
        ...reasonInEvent(noted.reason),
        ...(noted.keys === undefined ? {} : { keys: noted.keys.slice(0, keysMax) }),
        ...(change.kind === "request.saved" ? { request: requestInEvent(change.request) } : {}),
        ...(change.kind === "rollout.saved" ? { rollout: rolloutInEvent(change.rollout) } : {}),
      },
    }
  );
}

const keysMax = 100;

type Noting = Exclude<GovernanceChange, CommentChange>;

function environmentIdOf(change: Noting): number {
  switch (change.kind) {
    case "policy.saved":
      return change.policy.environmentId;
    case "policy.removed":
      return change.environmentId;
    case "request.saved":
      return change.request.environmentId;
    case "rollout.saved":
      return change.rollout.environmentId;
  }
}

function actorInEvent(state: State, { actor }: NotedEvent) {
  return actor && { ...actor, person: personOfActor(state, actor) };
}

function personOfActor(state: State, { type, id }: AuditActor) {
  return type === "User" ? personOf(state, Number(id)) : null;
}

/** Without the commands: the receiver asks the Admin API for them. */
function requestInEvent(request: ChangeRequest) {
  const { id, title, state, revision, author, apply, expiresAt } = request;
  const { firstAudit, lastAudit, failure } = request;
  return {
    ...{ id, title, state, revision, author, apply, failure },
    expires_at: expiresAt,
    first_audit: firstAudit,
    last_audit: lastAudit,
  };
}

/** Without the changes of the steps: the receiver asks the Admin API for them. */
function rolloutInEvent(rollout: Rollout) {
  const { id, key, state, step, steps, epoch, author, requestId, nextAt, hold } = rollout;
  return {
    ...{ id, key, state, step, steps: steps.length, epoch, author, hold },
    request_id: requestId,
    next_at: nextAt,
  };
}
