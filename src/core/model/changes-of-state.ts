import type { Map as ImmutableMap } from "immutable";
import type { Change } from "./change.ts";
import type { Environment } from "./environment.ts";
import {
  passingEnvironment,
  passingFeature,
  passingRequest,
  passingRollout,
  passingToken,
  passingWebhook,
} from "./passing-entities.ts";
import type { State } from "./state.ts";

/**
 * Changes that turn the empty state into an equal one, in an order that storages accept. They also
 * use and free the ids that were used and are free again.
 */
export function* changesOfState(state: State): Generator<Change, void> {
  for (const organization of byId(state.organizations)) {
    yield { kind: "organization.saved", organization };
  }
  for (const project of byId(state.projects)) {
    yield { kind: "project.saved", project };
  }
  for (const user of byId(state.users)) {
    yield { kind: "user.saved", user };
  }
  yield* changesOfMembers(state);
  yield* endedTokens(state);
  yield* usedIds(state);
  for (const environment of byId(state.environments)) {
    yield { kind: "environment.created", environment };
  }
  for (const token of state.tokens.toList().sortBy(({ id }) => id)) {
    yield { kind: "token.saved", token };
  }
  yield* changesOfFeatures(state);
  yield* changesOfAccounts(state);
  for (const webhook of byId(state.webhooks)) {
    yield { kind: "webhook.saved", webhook };
  }
  for (const replica of state.replicas.toList().sortBy(({ id }) => id)) {
    yield { kind: "replica.saved", replica };
  }
  for (const view of state.views.values()) {
    yield { kind: "view.saved", view };
  }
  for (const policy of state.policies.values()) {
    yield { kind: "policy.saved", policy };
  }
  for (const request of byId(state.requests)) {
    yield { kind: "request.saved", request };
  }
  for (const rollout of byId(state.rollouts)) {
    yield { kind: "rollout.saved", rollout };
  }
  yield* changesOfRetiredKeys(state);
  for (const record of state.signOn.values()) {
    yield { kind: "sign_on.saved", record };
  }
  for (const [environmentId, through] of state.auditSequences) {
    yield { kind: "audits.removed", environmentId, through };
  }
  for (const [projectId, revision] of state.revisions) {
    yield { kind: "revision.advanced", projectId, revision };
  }
  if (state.clockMark !== null) {
    yield { kind: "clock.marked", mark: state.clockMark };
  }
}

function byId<Entity>(entities: ImmutableMap<number, Entity>): readonly Entity[] {
  return [...entities.entries()].sort(([left], [right]) => left - right).map(([, each]) => each);
}

function* changesOfMembers(state: State): Generator<Change, void> {
  for (const [organizationId, members] of state.organizationMembers) {
    for (const [userId, role] of members) {
      yield { kind: "organization.member_saved", organizationId, userId, role };
    }
  }
  for (const [projectId, members] of state.projectMembers) {
    for (const userId of members) {
      yield { kind: "project.member_added", projectId, userId };
    }
  }
  for (const [projectId, names] of state.groups) {
    for (const name of names) {
      yield { kind: "group.added", projectId, name };
    }
  }
}

function* changesOfFeatures(state: State): Generator<Change, void> {
  for (const features of state.features.values()) {
    for (const feature of features.toList().sortBy(({ id }) => id)) {
      yield { kind: "feature.saved", feature };
    }
  }
  for (const [environmentId, toggles] of state.toggles) {
    const projectId = state.environments.get(environmentId)?.projectId;
    const features = projectId === undefined ? undefined : state.features.get(projectId);
    for (const [key, { gates: after }] of toggles) {
      const feature = features?.get(key);
      if (feature !== undefined) {
        yield { kind: "gates.written", environmentId, feature, before: null, after };
      }
    }
  }
}

function* changesOfRetiredKeys(state: State): Generator<Change, void> {
  for (const keys of state.retiredKeys.values()) {
    for (const retired of keys.values()) {
      yield { kind: "key.retired", retired };
    }
  }
  for (const projectId of state.retiringProjects) {
    yield { kind: "project.retires_keys", projectId, isOn: true };
  }
}

function* changesOfAccounts(state: State): Generator<Change, void> {
  for (const password of state.passwords.values()) {
    yield { kind: "password.saved", password };
  }
  for (const link of state.signInLinks.values()) {
    yield { kind: "sign_in_link.saved", link };
  }
  for (const session of state.sessions.values()) {
    yield { kind: "session.saved", session };
  }
  for (const passkey of state.passkeys.values()) {
    yield { kind: "passkey.saved", passkey };
  }
  for (const token of state.personalTokens.values()) {
    yield { kind: "personal_token.saved", token };
  }
}

/**
 * Deletes each environment with preview tokens once more; their ids are free before others are
 * saved.
 */
function* endedTokens(state: State): Generator<Change, void> {
  let open: number | undefined;
  let tokenId = 0;
  for (const [hash, environmentId] of state.endedPreviewTokens) {
    if (environmentId !== open) {
      if (open !== undefined) {
        yield { kind: "environment.deleted", environmentId: open };
      }
      yield { kind: "environment.created", environment: passingEnvironment(state, environmentId) };
      open = environmentId;
      tokenId = 0;
    }
    tokenId++;
    const token = { ...passingToken(state, environmentId, tokenId), hash, isPreview: true };
    yield { kind: "token.saved", token };
  }
  if (open !== undefined) {
    yield { kind: "environment.deleted", environmentId: open };
  }
}

/** Uses the highest ids, which are never assigned again, and frees them. */
function* usedIds(state: State): Generator<Change, void> {
  const { lastIds } = state;
  if (lastIds.environment === 0) {
    return;
  }
  const environment = passingEnvironment(state, lastIds.environment);
  yield { kind: "environment.created", environment };
  if (lastIds.token > 0) {
    yield { kind: "token.saved", token: passingToken(state, environment.id, lastIds.token) };
  }
  if (lastIds.feature > 0) {
    const feature = passingFeature(environment, lastIds.feature);
    yield { kind: "feature.saved", feature };
    yield { kind: "feature.removed", feature };
  }
  if (lastIds.webhook > 0) {
    yield { kind: "webhook.saved", webhook: passingWebhook(environment, lastIds.webhook) };
    yield { kind: "webhook.deleted", webhookId: lastIds.webhook };
  }
  if (lastIds.webhookEvent > 0) {
    const id = lastIds.webhookEvent;
    const event = { id, uuid: "", type: "features.changed", key: null, createdAt: 0 } as const;
    const events = [{ ...event, environmentId: environment.id, data: "{}" }];
    yield { kind: "webhook_events.recorded", events };
    yield { kind: "webhook_events.removed", through: id };
  }
  if (lastIds.replica > 0) {
    const replica = { id: lastIds.replica, name: "", hash: "", createdAt: 0 };
    yield { kind: "replica.saved", replica };
    yield { kind: "replica.removed", replicaId: replica.id };
  }
  yield* usedGovernanceIds(state, environment);
  yield { kind: "environment.deleted", environmentId: environment.id };
}

function* usedGovernanceIds({ lastIds }: State, environment: Environment): Generator<Change, void> {
  if (lastIds.request > 0) {
    yield { kind: "request.saved", request: passingRequest(environment, lastIds.request) };
  }
  if (lastIds.rollout > 0) {
    yield { kind: "rollout.saved", rollout: passingRollout(environment, lastIds.rollout) };
  }
  if (lastIds.comment > 0) {
    const { id: environmentId } = environment;
    const author = { type: "User", id: "0" } as const;
    const texts = { subject: "passing", text: "" };
    const comment = { id: lastIds.comment, environmentId, author, ...texts, at: 0, editedAt: null };
    yield { kind: "comment.saved", comment };
  }
}
