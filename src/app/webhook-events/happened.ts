import type { AuditActor } from "../../core/model/audit.ts";
import type { Change } from "../../core/model/change.ts";
import type { Environment } from "../../core/model/environment.ts";
import { stateOfKind } from "../../core/model/environment-state-names.ts";
import { personOf } from "../../core/model/person.ts";
import type { State } from "../../core/model/state.ts";
import type { Token } from "../../core/model/token.ts";
import type { WebhookEventType } from "../../core/model/webhook.ts";

/** An action of a command, apart from changes of features. */
export interface Happened {
  readonly type: WebhookEventType;
  /** Only endpoints of this environment are notified; null for all of the project. */
  readonly environmentId: number | null;
  /** Only endpoints of this project are notified; null for all. */
  readonly projectId: number | null;
  readonly data: Readonly<Record<string, unknown>>;
}

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
    case "project.member_added":
    case "project.member_removed":
      return ofProjectMember(change, before, after);
    default:
      return undefined;
  }
}

export function environmentInEvent({ id, slug, name, kind }: Environment) {
  return { id, slug, name, state: stateOfKind(kind) };
}

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

function ofEnvironment(type: WebhookEventType, environment: Environment): Happened {
  const { projectId } = environment;
  return {
    type,
    environmentId: null,
    projectId,
    data: { environment: environmentInEvent(environment) },
  };
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
