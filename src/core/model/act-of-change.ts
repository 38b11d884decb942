import type { ActDetail, NewAct } from "./act.ts";
import type { AccountChange, Change } from "./change.ts";
import type { Organization, Project } from "./project.ts";
import { signOnAct } from "./sign-on-acts.ts";
import type { State } from "./state.ts";
import type { Token } from "./token.ts";
import type { Webhook } from "./webhook.ts";

/** Their audits or their commands name the author, or they happen by themselves and often. */
type UnnamedKind =
  | "act.recorded"
  | "acts.copied"
  | "signing_key.saved"
  | "installation.identified"
  | "feature.saved"
  | "feature.removed"
  | "gates.written"
  | "override.dropped"
  | "audit.recorded"
  | "audits.recorded"
  | "tokens.used"
  | "clock.marked"
  | "revision.advanced"
  | "policy.saved"
  | "policy.removed"
  | "request.saved"
  | "rollout.saved"
  | "comment.saved"
  | "comment.edited"
  | "comment.deleted"
  | "view.saved"
  | "view.removed"
  | "session.saved"
  | "sign_in_link.removed"
  | "credentials.removed"
  | "webhook.progressed"
  | "webhook_delivery.recorded"
  | "webhook_events.recorded"
  | "webhook_events.removed";

const unnamedKinds: ReadonlySet<Change["kind"]> = new Set<UnnamedKind>([
  ...(["act.recorded", "acts.copied", "signing_key.saved", "installation.identified"] as const),
  ...(["feature.saved", "feature.removed", "gates.written", "override.dropped"] as const),
  ...(["audit.recorded", "audits.recorded", "tokens.used", "clock.marked"] as const),
  ...(["policy.saved", "policy.removed", "request.saved", "rollout.saved"] as const),
  ...(["comment.saved", "comment.edited", "comment.deleted"] as const),
  ...(["revision.advanced", "view.saved", "view.removed", "session.saved"] as const),
  ...(["sign_in_link.removed", "credentials.removed", "webhook.progressed"] as const),
  ...(["webhook_delivery.recorded", "webhook_events.recorded", "webhook_events.removed"] as const),
]);

type NamedChange = Exclude<Change, { readonly kind: UnnamedKind }>;

/** Whether a change may be an act, so that the state before it is needed. */
export function mayBeAct(change: Change): change is NamedChange {
  return !unnamedKinds.has(change.kind);
}

/**
 * The act that a change is, in the state before it; null for a change that needs none. So no command
 * can change members, tokens or settings without an act.
 */
export function actOfChange(before: State, change: NamedChange): NewAct | null {
  switch (change.kind) {
    case "organization.saved":
      return planAct(before.organizations.get(change.organization.id), change.organization);
    case "project.saved":
      return projectAct(before.projects.get(change.project.id), change.project);
    case "user.saved": {
      const known = before.users.get(change.user.id);
      const { id, name, email } = change.user;
      return known === undefined || (known.name === name && known.email === email)
        ? null
        : { kind: "member.renamed", details: { user: id, name, email } };
    }
    case "organization.member_saved": {
      const { organizationId, userId: user, role } = change;
      const earlier = before.organizationMembers.get(organizationId)?.get(user);
      const email = before.users.get(user)?.email ?? null;
      return earlier === undefined
        ? { kind: "member.added", details: { user, email, role } }
        : { kind: "member.role_changed", details: { user, from: earlier, to: role } };
    }
    case "organization.member_removed": {
      const email = before.users.get(change.userId)?.email ?? null;
      return { kind: "member.removed", details: { user: change.userId, email } };
    }
    case "project.member_added":
    case "project.member_removed":
      return { kind: change.kind, details: { project: change.projectId, user: change.userId } };
    case "environment.created": {
      const { id, projectId: project, slug, name, kind } = change.environment;
      return {
        kind: change.kind,
        environmentId: id,
        details: { project, slug, name, environment_kind: kind },
      };
    }
    case "environment.deleted": {
      const { environmentId } = change;
      const { projectId: project = null, slug = null } =
        before.environments.get(environmentId) ?? {};
      const details = { project, slug };
      return { kind: change.kind, environmentId, details, sealed: { environmentId } };
    }
    case "audits.removed": {
      const { environmentId, through } = change;
      const sealed = { environmentId, sequence: through };
      return { kind: change.kind, environmentId, details: { through }, sealed };
    }
    case "token.saved":
      return tokenAct(before.tokens.get(change.token.hash), change.token);
    case "group.added":
    case "group.removed":
      return { kind: change.kind, details: { project: change.projectId, group: change.name } };
    case "replica.saved": {
      const { id, name } = change.replica;
      return { kind: "replica.created", details: { replica: id, name } };
    }
    case "replica.removed":
      return { kind: change.kind, details: { replica: change.replicaId } };
    case "webhook.saved":
      return webhookAct(before.webhooks.get(change.webhook.id), change.webhook);
    case "webhook.deleted": {
      const webhook = before.webhooks.get(change.webhookId);
      const about = { details: { webhook: change.webhookId, name: webhook?.name ?? null } };
      return { kind: change.kind, ...inEnvironment(webhook), ...about };
    }
    case "key.retired": {
      const { projectId: project, key, actor, reason } = change.retired;
      const details = { project, key };
      return { kind: change.kind, actor, details, ...(reason === null ? {} : { reason }) };
    }
    case "key.freed":
      return { kind: change.kind, details: { project: change.projectId, key: change.key } };
    case "project.retires_keys":
      return { kind: change.kind, details: { project: change.projectId, on: change.isOn } };
    case "sign_on.saved":
    case "sign_on.removed":
      return signOnAct(before, change);
    default:
      return accountAct(before, change);
  }
}

type NamedAccountChange = Extract<NamedChange, AccountChange>;

function accountAct(before: State, change: NamedAccountChange): NewAct | null {
  switch (change.kind) {
    case "password.saved":
      return { kind: "password.changed", details: { user: change.password.userId } };
    case "sign_in_link.saved": {
      const { userId: user, expiresAt: expires_at } = change.link;
      return { kind: "member.link_issued", details: { user, expires_at } };
    }
    case "sessions.ended": {
      const ended = change.hashes.flatMap((hash) => before.sessions.get(hash) ?? []);
      const [first] = ended;
      return first === undefined
        ? null
        : {
            kind: "session.ended",
            details: { user: first.userId, sessions: ended.map(({ id }) => id) },
          };
    }
    case "passkey.saved": {
      const { id, userId: user, name } = change.passkey;
      const known = before.passkeys.get(id);
      if (known?.name === name) {
        return null;
      }
      const kind = known === undefined ? "passkey.added" : "passkey.renamed";
      return { kind, details: { user, passkey: id, name } };
    }
    case "passkey.removed": {
      const { userId: user = null, name = null } = before.passkeys.get(change.passkeyId) ?? {};
      return { kind: change.kind, details: { user, passkey: change.passkeyId, name } };
    }
    case "personal_token.saved": {
      const { hash, id, userId: user, name, scope, approves, expiresAt: expires_at } = change.token;
      const environments = change.token.environmentIds;
      return before.personalTokens.has(hash)
        ? null
        : {
            kind: "personal_token.created",
            details: { user, token: id, name, scope, approves, environments, expires_at },
          };
    }
    case "personal_tokens.removed": {
      const removed = change.hashes.flatMap((hash) => before.personalTokens.get(hash) ?? []);
      const [first] = removed;
      return first === undefined
        ? null
        : {
            kind: "personal_token.revoked",
            details: { user: first.userId, tokens: removed.map(({ id, name }) => ({ id, name })) },
          };
    }
  }
}

function planAct(earlier: Organization | undefined, saved: Organization): NewAct | null {
  if (earlier === undefined) {
    return null;
  }
  const from = { name: earlier.name, plan: earlier.plan, limits: { ...earlier.planOverrides } };
  const to = { name: saved.name, plan: saved.plan, limits: { ...saved.planOverrides } };
  return isSame(from, to) ? null : { kind: "plan.changed", details: { from, to } };
}

function isSame(left: ActDetail, right: ActDetail): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function projectAct(earlier: Project | undefined, saved: Project): NewAct | null {
  const to = projectFacts(saved);
  if (earlier === undefined) {
    return { kind: "project.created", details: { project: saved.id, ...to } };
  }
  const from = projectFacts(earlier);
  return isSame(from, to)
    ? null
    : { kind: "project.changed", details: { project: saved.id, from, to } };
}

function projectFacts(project: Project): Record<string, ActDetail> {
  const { name, isStrictAboutGroups, finishedAfterDays, finishedLongevities } = project;
  return {
    name,
    strict_groups: isStrictAboutGroups,
    finished_after_days: finishedAfterDays,
    finished_longevities: [...finishedLongevities],
    issue_pattern: project.issuePattern,
    samples_actors: project.samplesActors,
  };
}

function tokenAct(earlier: Token | undefined, saved: Token): NewAct | null {
  const { id: token, environmentId, name } = saved;
  if (earlier === undefined) {
    return { kind: "token.created", environmentId, details: { token, ...tokenFacts(saved) } };
  }
  if (earlier.revokedAt === null && saved.revokedAt !== null) {
    return { kind: "token.revoked", environmentId, details: { token, name } };
  }
  const from = tokenFacts(earlier);
  const to = tokenFacts(saved);
  return isSame(from, to)
    ? null
    : { kind: "token.changed", environmentId, details: { token, from, to } };
}

function tokenFacts(token: Token): Record<string, ActDetail> {
  const { name, access, managesEnvironments, ownerId, expiresAt } = token;
  return {
    name,
    access,
    manages_environments: managesEnvironments,
    owner: ownerId,
    expires_at: expiresAt,
  };
}

function webhookAct(earlier: Webhook | undefined, saved: Webhook): NewAct | null {
  const to = webhookFacts(saved);
  const about = { ...inEnvironment(saved), details: { webhook: saved.id, ...to } };
  if (earlier === undefined) {
    return { kind: "webhook.created", ...about };
  }
  const from = webhookFacts(earlier);
  return isSame(from, to) && earlier.url === saved.url
    ? null
    : {
        kind: "webhook.changed",
        ...inEnvironment(saved),
        details: { webhook: saved.id, from, to },
      };
}

function inEnvironment(of: { readonly environmentId: number } | undefined) {
  return of === undefined ? {} : { environmentId: of.environmentId };
}

/** The path of a URL can be a secret, and so can its query: only the origin is shown. */
function webhookFacts(webhook: Webhook): Record<string, ActDetail> {
  const { name, kind, url, eventTypes, keyPattern, secrets, pauseReason } = webhook;
  return {
    name,
    webhook_kind: kind,
    origin: URL.canParse(url) ? new URL(url).origin : null,
    event_types: [...eventTypes],
    key_pattern: keyPattern,
    secrets_created_at: secrets.map(({ createdAt }) => createdAt),
    paused: pauseReason,
  };
}
