import { Map as ImmutableMap, Set as ImmutableSet } from "immutable";
import { Toggle } from "../toggles/toggle.ts";
import type { Change } from "./change.ts";
import type { Environment } from "./environment.ts";
import type { Feature } from "./feature.ts";
import type { EntityKind, State } from "./state.ts";

/** The state after a change. The given state stays unchanged. */
export function applyChange(state: State, change: Change): State {
  switch (change.kind) {
    case "organization.saved": {
      const { organization } = change;
      return {
        ...withLastId(state, "organization", organization.id),
        organizations: state.organizations.set(organization.id, organization),
      };
    }
    case "project.saved": {
      const { project } = change;
      return {
        ...withLastId(state, "project", project.id),
        projects: state.projects.set(project.id, project),
      };
    }
    case "user.saved": {
      const { user } = change;
      return { ...withLastId(state, "user", user.id), users: state.users.set(user.id, user) };
    }
    case "organization.member_added":
    case "organization.member_removed":
    case "project.member_added":
    case "project.member_removed":
      return applyMembership(state, change);
    case "environment.created":
      return withEnvironment(state, change.environment);
    case "environment.deleted":
      return withoutEnvironment(state, change.environmentId);
    case "token.saved": {
      const { token } = change;
      return {
        ...withLastId(state, "token", token.id),
        tokens: state.tokens.set(token.hash, token),
      };
    }
    case "group.added":
      return { ...state, groups: withMember(state.groups, change.projectId, change.name) };
    case "group.removed":
      return { ...state, groups: withoutMember(state.groups, change.projectId, change.name) };
    case "feature.saved":
      return withFeature(state, change.feature);
    case "feature.removed":
      return withoutFeature(state, change.feature);
    case "gates.written": {
      const toggle = new Toggle(change.feature.key, change.after);
      return { ...state, toggles: withToggle(state.toggles, change.environmentId, toggle) };
    }
    case "override.dropped":
      return {
        ...state,
        toggles: withoutToggle(state.toggles, change.environmentId, change.feature.key),
      };
    case "audit.recorded":
      return state;
    case "revision.advanced":
      return { ...state, revisions: state.revisions.set(change.projectId, change.revision) };
  }
}

type Membership = Extract<Change, { readonly userId: number }>;

function applyMembership(state: State, change: Membership): State {
  switch (change.kind) {
    case "organization.member_added":
      return {
        ...state,
        organizationMembers: withMember(
          state.organizationMembers,
          change.organizationId,
          change.userId,
        ),
      };
    case "organization.member_removed":
      return {
        ...state,
        organizationMembers: withoutMember(
          state.organizationMembers,
          change.organizationId,
          change.userId,
        ),
      };
    case "project.member_added":
      return {
        ...state,
        projectMembers: withMember(state.projectMembers, change.projectId, change.userId),
      };
    case "project.member_removed":
      return {
        ...state,
        projectMembers: withoutMember(state.projectMembers, change.projectId, change.userId),
      };
  }
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
    environments: state.environments.delete(environmentId),
    toggles: state.toggles.delete(environmentId),
    tokens: state.tokens.filter((token) => token.environmentId !== environmentId),
  };
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
  const features = state.features.get(feature.projectId)?.delete(feature.key);
  const toggles = state.toggles.withMutations((mutable) => {
    for (const [environmentId, ofEnvironment] of state.toggles) {
      const hasFeature = ofEnvironment.has(feature.key);
      if (hasFeature && state.environments.get(environmentId)?.projectId === feature.projectId) {
        mutable.set(environmentId, ofEnvironment.delete(feature.key));
      }
    }
  });
  return {
    ...state,
    features:
      features === undefined ? state.features : state.features.set(feature.projectId, features),
    toggles,
  };
}

function withLastId(state: State, entity: EntityKind, id: number): State {
  return id <= state.lastIds[entity]
    ? state
    : { ...state, lastIds: { ...state.lastIds, [entity]: id } };
}

function withMember<Member>(
  sets: ImmutableMap<number, ImmutableSet<Member>>,
  id: number,
  member: Member,
): ImmutableMap<number, ImmutableSet<Member>> {
  return sets.set(id, (sets.get(id) ?? ImmutableSet<Member>()).add(member));
}

function withoutMember<Member>(
  sets: ImmutableMap<number, ImmutableSet<Member>>,
  id: number,
  member: Member,
): ImmutableMap<number, ImmutableSet<Member>> {
  const set = sets.get(id);
  return set === undefined ? sets : sets.set(id, set.delete(member));
}

function withToggle(toggles: State["toggles"], environmentId: number, toggle: Toggle) {
  const ofEnvironment = toggles.get(environmentId) ?? ImmutableMap<string, Toggle>();
  return toggles.set(environmentId, ofEnvironment.set(toggle.key, toggle));
}

function withoutToggle(toggles: State["toggles"], environmentId: number, key: string) {
  const ofEnvironment = toggles.get(environmentId);
  return ofEnvironment === undefined
    ? toggles
    : toggles.set(environmentId, ofEnvironment.delete(key));
}
