import type { ChangeRequest } from "./change-request.ts";
import type { Environment } from "./environment.ts";
import type { Feature } from "./feature.ts";
import type { Rollout } from "./rollout.ts";
import type { State } from "./state.ts";
import type { Token } from "./token.ts";
import { progressAfter, type Webhook } from "./webhook.ts";

/** An entity that is deleted again must refer to existing ones; its other values have no effect. */
export function passingEnvironment(state: State, id: number): Environment {
  return {
    id,
    projectId: state.projects.keySeq().first() ?? 1,
    slug: "passing",
    name: "",
    kind: "custom",
    createdAt: 0,
    memberId: null,
    creatorTokenId: null,
  };
}

export function passingToken(state: State, environmentId: number, id: number): Token {
  return {
    id,
    environmentId,
    name: "",
    hash: "",
    access: "read_only",
    managesEnvironments: false,
    ownerId: state.users.keySeq().first() ?? 1,
    isPreview: false,
    createdAt: 0,
    revokedAt: null,
    expiresAt: null,
    lastUsedAt: null,
  };
}

export function passingFeature({ projectId }: Environment, id: number): Feature {
  return {
    id,
    projectId,
    key: "passing",
    createdAt: 0,
    creatorId: null,
    description: null,
    longevity: null,
    tags: [],
    ownerId: null,
  };
}

export function passingWebhook({ id: environmentId }: Environment, id: number): Webhook {
  return {
    id,
    environmentId,
    kind: "events",
    name: "",
    url: "",
    eventTypes: [],
    keyPattern: null,
    secrets: [],
    createdAt: 0,
    pausedAt: null,
    pauseReason: null,
    groups: [],
    progress: progressAfter(0),
  };
}

export function passingRequest({ id: environmentId }: Environment, id: number): ChangeRequest {
  return {
    ...{ id, environmentId, author: { type: "User", id: "0" }, title: "", reason: null },
    ...{ state: "withdrawn", revision: 1, base: [], policyBase: null, commands: [], votes: [] },
    ...{ apply: { kind: "author" }, hash: "", openedAt: 0, expiresAt: 0 },
    ...{ missedAt: null, failure: null, endedAt: 0, endedBy: null },
    ...{ firstAudit: null, lastAudit: null },
  };
}

export function passingRollout({ id: environmentId }: Environment, id: number): Rollout {
  return {
    ...{ id, environmentId, featureId: 0, key: "", author: { type: "User", id: "0" } },
    ...{ requestId: null, reason: null, steps: [], guards: [], start: { kind: "now" } },
    ...{ late: "hold", state: "stopped", step: -1, epoch: 0, enteredAt: [], nextAt: null },
    ...{
      remainingMs: null,
      seenMark: null,
      resumedAt: null,
      hold: null,
      beforeGates: null,
      previousGates: null,
      writtenSha256: "",
    },
    ...{ startedAt: 0, endedAt: 0, endedBy: null },
  };
}
