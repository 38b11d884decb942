import type { Act, ActKind } from "../../core/model/act.ts";
import type { AuditActor } from "../../core/model/audit.ts";
import type { Change } from "../../core/model/change.ts";
import type { Environment } from "../../core/model/environment.ts";
import { personOf } from "../../core/model/person.ts";
import type { SignOnRecord } from "../../core/model/sign-on.ts";
import type { State } from "../../core/model/state.ts";
import type { Token } from "../../core/model/token.ts";
import type { WebhookEventType } from "../../core/model/webhook.ts";
import { checkpointInEvent } from "./checkpoint-event.ts";
import { environmentInEvent, type Happened } from "./event-parts.ts";
import { governanceEvent } from "./governance-events.ts";

/** The action in a change of environments, tokens or members; undefined for any other change. */
export function happenedIn(change: Change, before: State, after: State): Happened | undefined {
  switch (change.kind) {
    case "environment.created":
      return ofEnvironment("environment.created", change.environment);
    case "environment.deleted": {
      const environment = before.environments.get(change.environmentId);
      return environment && ofEnvironment("environment.deleted", environment);
    }
    case "token.saved":
      return ofToken(change.token, before, after);
    case "organization.member_saved": {
      const { organizationId, userId, role } = change;
      const known = before.organizationMembers.get(organizationId)?.get(userId);
      return known === role
        ? undefined
        : ofMember(after, userId, known === undefined ? null : known, role);
    }
    case "organization.member_removed": {
      const { organizationId, userId } = change;
      const known = before.organizationMembers.get(organizationId)?.get(userId);
      return known === undefined ? undefined : ofMember(after, userId, known, null);
    }
    case "key.retired": {
      const { projectId, key, actor, reason } = change.retired;
      return ofKey("key.retired", { projectId, key }, { actor, reason });
    }
    case "key.freed":
      return ofKey("key.freed", change, {});
    case "project.member_added":
    case "project.member_removed":
      return ofProjectMember(change, before, after);
    case "policy.saved":
    case "policy.removed":
    case "request.saved":
    case "rollout.saved":
      return governanceEvent(change, after);
    case "act.recorded":
      return ofAct(change.act);
    case "sign_on.saved":
      return ofBreakGlass(change.record, after);
    default:
      return undefined;
  }
}

function ofAct({ kind, details }: Act): Happened | undefined {
  const type = eventTypeOfAct[kind];
  const data = kind === "checkpoint.signed" ? checkpointInEvent(details) : { ...details };
  return type && { type, environmentId: null, projectId: null, data };
}

/** The acts that webhooks announce. */
const eventTypeOfAct: { readonly [Kind in ActKind]?: WebhookEventType } = {
  "checkpoint.signed": "audit.checkpoint",
  "signing_key.rotated": "audit.key_rotated",
};

/** The author of the changes of features in a command; null if it changed none. */
export function authorOfChanges(changes: readonly Change[]): AuditActor | null {
  for (const change of changes) {
    if (change.kind === "audit.recorded") {
      return change.audit.actor;
    }
    if (change.kind === "audits.recorded") {
      return change.audits.actor;
    }
  }
  return null;
}

/** The reason of the changes of features in a command; null without one. */
export function reasonOfChanges(changes: readonly Change[]): string | null {
  for (const change of changes) {
    const audited =
      change.kind === "audit.recorded"
        ? change.audit
        : change.kind === "audits.recorded"
          ? change.audits
          : undefined;
    if (audited !== undefined) {
      // The first audit has the reason of all.
      return audited.reason ?? null;
    }
  }
  return null;
}

/** A sign-in by emergency access; all other records announce nothing. */
function ofBreakGlass(record: SignOnRecord, after: State): Happened | undefined {
  if (record.kind !== "break_glass" || record.lastUsedAt === null) {
    return undefined;
  }
  const member = personOf(after, record.userId);
  return { type: "sign_in.break_glass", environmentId: null, projectId: null, data: { member } };
}

function ofEnvironment(type: WebhookEventType, environment: Environment): Happened {
  const { projectId } = environment;
  return {
    type,
    environmentId: null,
    projectId,
    data: { environment: environmentInEvent(environment) },
  };
}

function ofKey(
  type: WebhookEventType,
  { projectId, key }: { readonly projectId: number; readonly key: string },
  data: Happened["data"],
): Happened {
  return { type, environmentId: null, projectId, key, data: { ...data, feature: { key } } };
}

/** The event contains neither the value nor its hash. */
function ofToken(token: Token, before: State, after: State): Happened | undefined {
  const known = before.tokens.get(token.hash);
  const isRevoked = known !== undefined && known.revokedAt === null && token.revokedAt !== null;
  if (known !== undefined && !isRevoked) {
    return undefined;
  }
  const { id, name, access, managesEnvironments, isPreview, ownerId, environmentId } = token;
  return {
    type: isRevoked ? "token.revoked" : "token.created",
    environmentId,
    projectId: null,
    data: {
      token: {
        id,
        name,
        access,
        manages_environments: managesEnvironments,
        preview: isPreview,
        owner: personOf(after, ownerId),
      },
    },
  };
}

/** Undefined for a person who joins or leaves the organization too, which has its own event. */
function ofProjectMember(
  { kind, projectId, userId }: ProjectMembership,
  before: State,
  after: State,
): Happened | undefined {
  const organizationId = after.projects.get(projectId)?.organizationId ?? 0;
  const roleIn = (state: State) => state.organizationMembers.get(organizationId)?.get(userId);
  const [known, role] = [roleIn(before), roleIn(after)];
  if (known === undefined || role === undefined) {
    return undefined;
  }
  const isAdded = kind === "project.member_added";
  const { data, ...rest } = ofMember(after, userId, known, role);
  return {
    ...rest,
    projectId,
    data: {
      ...data,
      before: { role: known, in_project: !isAdded },
      after: { role, in_project: isAdded },
    },
  };
}

type ProjectMembership = Extract<
  Change,
  { readonly kind: "project.member_added" | "project.member_removed" }
>;

function ofMember(
  state: State,
  userId: number,
  before: string | null,
  after: string | null,
): Happened {
  const change = before === null ? "added" : after === null ? "removed" : "updated";
  return {
    type: `member.${change}`,
    environmentId: null,
    projectId: null,
    data: {
      environment: null,
      member: personOf(state, userId),
      before: before === null ? null : { role: before },
      after: after === null ? null : { role: after },
    },
  };
}
