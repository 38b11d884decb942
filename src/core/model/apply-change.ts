import { Map as ImmutableMap } from "immutable";
import { addedGateBytes, gateBytes } from "../evaluation/gate-bytes.ts";
import { Toggle } from "../evaluation/toggle.ts";
import { applyAccountChange } from "./apply-account-change.ts";
import { applyGovernanceChange, withoutGovernanceOf } from "./apply-governance-change.ts";
import { applyMembership, withMember, withoutMember } from "./apply-membership.ts";
import { applyWebhookChange } from "./apply-webhook-change.ts";
import type { Change, RecordChange } from "./change.ts";
import { rememberChangedKey } from "./changed-keys.ts";
import { withEndedPreviewTokens } from "./ended-preview-tokens.ts";
import type { Environment } from "./environment.ts";
import type { Feature } from "./feature.ts";
import type { Organization, Project } from "./project.ts";
import { isRecordChange } from "./record-change.ts";
import type { EntityKind, State } from "./state.ts";
import { addStoredBytes, type StoredBytes } from "./stored-bytes.ts";
import type { Token } from "./token.ts";
import type { User } from "./user.ts";

/** The state after a change. The given state stays unchanged. */
export function applyChange(state: State, change: Change): State {
  return isRecordChange(change) ? state : applied(state, change);
}

function applied(state: State, change: Exclude<Change, RecordChange>): State {
  switch (change.kind) {
    case "organization.saved":
      return withOrganization(state, change.organization);
    case "project.saved":
      return withProject(state, change.project);
    case "user.saved":
      return withUser(state, change.user);
    case "organization.member_saved":
    case "organization.member_removed":
    case "project.member_added":
    case "project.member_removed":
      return applyMembership(state, change);
    case "environment.created":
      return withEnvironment(state, change.environment);
    case "environment.deleted":
      return withoutEnvironment(state, change.environmentId);
    case "token.saved":
      return withToken(state, change.token);
    case "tokens.used":
      return { ...state, tokens: withUses(state.tokens, change.hashes, change.usedAt) };
    case "group.added":
      return { ...state, groups: withMember(state.groups, change.projectId, change.name) };
    case "group.removed":
      return { ...state, groups: withoutMember(state.groups, change.projectId, change.name) };
    case "feature.saved":
      return withFeature(state, change.feature);
    case "feature.removed":
      return withoutFeature(state, change.feature);
    case "gates.written":
      return withToggle(state, change);
    case "override.dropped":
      return withoutToggle(state, change);
    case "audit.recorded":
      return withAudits(state, change.audit.environmentId, 1);
    case "audits.recorded":
      return withAudits(state, change.audits.environmentId, change.audits.values.length);
    case "audits.removed":
      return withAuditsThrough(state, change.environmentId, change.through);
    case "replica.saved":
    case "replica.removed":
      return withReplica(state, change);
    case "view.saved":
    case "view.removed":
      return withView(state, change);
    case "clock.marked":
      return { ...state, clockMark: change.mark };
    case "revision.advanced":
      return { ...state, revisions: state.revisions.set(change.projectId, change.revision) };
    case "password.saved":
    case "sign_in_link.saved":
    case "sign_in_link.removed":
    case "session.saved":
    case "sessions.ended":
    case "passkey.saved":
    case "passkey.removed":
    case "personal_token.saved":
    case "personal_tokens.removed":
    case "credentials.removed":
      return applyAccountChange(state, change);
    case "webhook.saved":
    case "webhook.deleted":
    case "webhook.progressed":
    case "webhook_delivery.recorded":
    case "webhook_events.recorded":
    case "webhook_events.removed":
      return applyWebhookChange(state, change);
    default:
      return applyGovernanceChange(state, change);
  }
}

function withOrganization(state: State, organization: Organization): State {
  return {
    ...withLastId(state, "organization", organization.id),
    organizations: state.organizations.set(organization.id, organization),
  };
}

function withProject(state: State, project: Project): State {
  return {
    ...withLastId(state, "project", project.id),
    projects: state.projects.set(project.id, project),
  };
}

function withToken(state: State, token: Token): State {
  return { ...withLastId(state, "token", token.id), tokens: state.tokens.set(token.hash, token) };
}

function withUser(state: State, user: User): State {
  return { ...withLastId(state, "user", user.id), users: state.users.set(user.id, user) };
}

type ViewChange = Extract<Change, { readonly kind: "view.saved" | "view.removed" }>;

function withView(state: State, change: ViewChange): State {
  const { views } = state;
  return {
    ...state,
    views:
      change.kind === "view.saved"
        ? views.set(change.view.id, change.view)
        : views.delete(change.viewId),
  };
}

type ReplicaChange = Extract<Change, { readonly kind: "replica.saved" | "replica.removed" }>;

function withReplica(state: State, change: ReplicaChange): State {
  if (change.kind === "replica.removed") {
    return { ...state, replicas: state.replicas.filter(({ id }) => id !== change.replicaId) };
  }
  const { replica } = change;
  return {
    ...withLastId(state, "replica", replica.id),
    replicas: state.replicas.set(replica.hash, replica),
  };
}

/** The state after a number of audits in an environment. */
export function withAudits(state: State, environmentId: number, count: number): State {
  const { auditSequences } = state;
  const sequence = (auditSequences.get(environmentId) ?? 0) + count;
  return { ...state, auditSequences: auditSequences.set(environmentId, sequence) };
}

/** A removal changes no sequence, unless it removes audits that were never recorded. */
function withAuditsThrough(state: State, environmentId: number, through: number): State {
  const count = through - (state.auditSequences.get(environmentId) ?? 0);
  return count <= 0 || !state.environments.has(environmentId)
    ? state
    : withAudits(state, environmentId, count);
}

function withEnvironment(state: State, environment: Environment): State {
  return {
    ...withLastId(state, "environment", environment.id),
    environments: state.environments.set(environment.id, environment),
    productions:
      environment.kind === "production"
        ? state.productions.set(environment.projectId, environment)
        : state.productions,
  };
}

/** Removes the tokens and gates of the environment too (docs/api.md#environments). */
function withoutEnvironment(state: State, environmentId: number): State {
  return {
    ...state,
    endedPreviewTokens: withEndedPreviewTokens(state, environmentId),
    storedBytes: withoutBytesOf(state, environmentId),
    environments: state.environments.delete(environmentId),
    toggles: state.toggles.delete(environmentId),
    auditSequences: state.auditSequences.delete(environmentId),
    tokens: state.tokens.filter((token) => token.environmentId !== environmentId),
    webhooks: state.webhooks.filter((webhook) => webhook.environmentId !== environmentId),
    ...withoutGovernanceOf(state, environmentId),
  };
}

function withoutBytesOf(state: State, environmentId: number): StoredBytes {
  const projectId = state.environments.get(environmentId)?.projectId;
  return projectId === undefined
    ? state.storedBytes
    : addStoredBytes(
        state.storedBytes,
        { environmentId, projectId },
        -(state.storedBytes.byEnvironment.get(environmentId) ?? 0),
      );
}

function withUses(
  tokens: State["tokens"],
  hashes: readonly string[],
  usedAt: number,
): State["tokens"] {
  return tokens.withMutations((mutable) => {
    for (const hash of hashes) {
      const token = mutable.get(hash);
      if (token !== undefined) {
        mutable.set(hash, { ...token, lastUsedAt: usedAt });
      }
    }
  });
}

function withFeature(state: State, feature: Feature): State {
  const features = state.features.get(feature.projectId) ?? ImmutableMap<string, Feature>();
  return {
    ...withLastId(state, "feature", feature.id),
    features: state.features.set(feature.projectId, features.set(feature.key, feature)),
  };
}

/**
 * Removes a feature from every environment of its project (docs/api.md#features). Changes only the
 * environments that have gates of the feature: few of a thousand environments override one feature.
 */
function withoutFeature(state: State, feature: Feature): State {
  const { projectId, key } = feature;
  const features = state.features.get(projectId)?.delete(key);
  let { storedBytes } = state;
  const toggles = state.toggles.withMutations((mutable) => {
    for (const [environmentId, ofEnvironment] of state.toggles) {
      const toggle = ofEnvironment.get(key);
      if (toggle !== undefined && state.environments.get(environmentId)?.projectId === projectId) {
        mutable.set(environmentId, ofEnvironment.delete(key));
        const bytes = gateBytes(key, toggle.gates);
        storedBytes = addStoredBytes(storedBytes, { environmentId, projectId }, -bytes);
      }
    }
  });
  return {
    ...state,
    features: features === undefined ? state.features : state.features.set(projectId, features),
    toggles,
    storedBytes,
  };
}

function withLastId(state: State, entity: EntityKind, id: number): State {
  return id <= state.lastIds[entity]
    ? state
    : { ...state, lastIds: { ...state.lastIds, [entity]: id } };
}

type GatesWritten = Extract<Change, { readonly kind: "gates.written" }>;
type OverrideDropped = Extract<Change, { readonly kind: "override.dropped" }>;

function withToggle(state: State, { environmentId, feature, after }: GatesWritten): State {
  const { projectId, key } = feature;
  const ofEnvironment = state.toggles.get(environmentId) ?? ImmutableMap<string, Toggle>();
  const before = ofEnvironment.get(key);
  const bytes = before === undefined ? gateBytes(key, after) : addedGateBytes(before.gates, after);
  const changed = ofEnvironment.set(key, new Toggle(key, after));
  rememberChangedKey(ofEnvironment, changed, key);
  return {
    ...state,
    toggles: state.toggles.set(environmentId, changed),
    storedBytes: addStoredBytes(state.storedBytes, { environmentId, projectId }, bytes),
  };
}

function withoutToggle(state: State, { environmentId, feature }: OverrideDropped): State {
  const { projectId, key } = feature;
  const ofEnvironment = state.toggles.get(environmentId);
  const dropped = ofEnvironment?.get(key);
  if (ofEnvironment === undefined || dropped === undefined) {
    return state;
  }
  const bytes = gateBytes(key, dropped.gates);
  return {
    ...state,
    toggles: state.toggles.set(environmentId, ofEnvironment.delete(key)),
    storedBytes: addStoredBytes(state.storedBytes, { environmentId, projectId }, -bytes),
  };
}
