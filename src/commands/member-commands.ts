import { GatehouseError } from "../errors.ts";
import type { Draft } from "../model/draft.ts";
import type { Organization, Project } from "../model/project.ts";
import type { State } from "../model/state.ts";
import type { User } from "../model/user.ts";
import { deleteEnvironment } from "./environment-commands.ts";
import { ensurePersonalEnvironment, personalEnvironment } from "./personal-environment.ts";

/** Each member can have environments, and all environments are in memory. */
const membersPerOrganizationMax = 10_000;

export interface NewMember {
  /** A result of `normalizeEmail`. */
  readonly email: string;
  /**
   * If undefined, an existing user keeps the name, and a new one gets the local part of the email.
   */
  readonly name: string | undefined;
}

/** Two addresses that differ in letter case only are treated as the same. */
export function normalizeEmail(text: string): string {
  return text.toLowerCase();
}

export function userOfEmail(state: State, email: string): User | undefined {
  const normalized = normalizeEmail(email);
  return state.users.find((user) => user.email === normalized);
}

/** Adds a member to the organization, or changes the name of an existing user if one is given. */
export function addMember(draft: Draft, organization: Organization, member: NewMember): User {
  const user = saveUser(draft, member);
  const members = draft.state.organizationMembers.get(organization.id);
  if (members?.has(user.id) === true) {
    return user;
  }
  if ((members?.size ?? 0) >= membersPerOrganizationMax) {
    throw new GatehouseError(
      "parameter_invalid",
      `An organization can have at most ${membersPerOrganizationMax} members`,
    );
  }
  draft.record({
    kind: "organization.member_added",
    organizationId: organization.id,
    userId: user.id,
  });
  return user;
}

/** Adds a member of the organization to a project, and creates their personal environment in it. */
export function addProjectMember(draft: Draft, project: Project, user: User): void {
  if (draft.state.projectMembers.get(project.id)?.has(user.id) !== true) {
    draft.record({ kind: "project.member_added", projectId: project.id, userId: user.id });
  }
  ensurePersonalEnvironment(draft, project.id, user);
}

/** Removes a member from a project, and deletes their personal environment with its tokens. */
export function removeProjectMember(draft: Draft, project: Project, user: User): void {
  const environment = personalEnvironment(draft.state, project.id, user);
  if (environment !== undefined) {
    deleteEnvironment(draft, environment);
  }
  draft.record({ kind: "project.member_removed", projectId: project.id, userId: user.id });
}

/**
 * Removes a member from the organization and all its projects. The user stays stored, as features
 * and tokens may refer to it. Throws `parameter_invalid` for the last member, as the shell acts as
 * one.
 */
export function removeMember(draft: Draft, organization: Organization, user: User): void {
  const { state } = draft;
  if (state.organizationMembers.get(organization.id)?.size === 1) {
    throw new GatehouseError(
      "parameter_invalid",
      "The last member of an organization cannot be removed",
    );
  }
  for (const project of state.projects.values()) {
    const isMember = state.projectMembers.get(project.id)?.has(user.id) === true;
    if (project.organizationId === organization.id && isMember) {
      removeProjectMember(draft, project, user);
    }
  }
  draft.record({
    kind: "organization.member_removed",
    organizationId: organization.id,
    userId: user.id,
  });
}

function saveUser(draft: Draft, { email, name }: NewMember): User {
  const known = userOfEmail(draft.state, email);
  if (known !== undefined && (name === undefined || name === known.name)) {
    return known;
  }
  const user: User = known
    ? { ...known, name: name ?? known.name }
    : {
        id: draft.nextId("user"),
        name: name ?? email.slice(0, email.indexOf("@")),
        email,
        createdAt: draft.now,
      };
  draft.record({ kind: "user.saved", user });
  return user;
}
