import { GatehouseError } from "../../core/errors.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { Organization, Project } from "../../core/model/project.ts";
import { organizationOf } from "../../core/model/project-organization.ts";
import { type Role, roleDefault } from "../../core/model/role.ts";
import { recordsOfUser } from "../../core/model/sign-on-records.ts";
import type { State } from "../../core/model/state.ts";
import type { User } from "../../core/model/user.ts";
import { quote } from "../../core/text/quote.ts";
import { deleteEnvironment } from "./environment-commands.ts";
import { ensurePersonalEnvironment, personalEnvironment } from "./personal-environment.ts";
import { requireAnotherOwner, setRole } from "./role-commands.ts";
import { removeRecords } from "./save-sign-on-record.ts";
import { removeOwnViews } from "./view-commands.ts";

/** Each member can have environments, and all environments are in memory. */
export const membersPerOrganizationMax = 10_000;

export interface NewMember {
  /** A result of `normalizeEmail`. */
  readonly email: string;
  /** If undefined, an existing user keeps the name, and a new one gets the local part of the email. */
  readonly name: string | undefined;
  /** If undefined, a member keeps the role, and a new one gets `roleDefault`. */
  readonly role?: Role | undefined;
}

/** Treats two addresses that differ in letter case only as equal. */
export function normalizeEmail(text: string): string {
  return text.toLowerCase();
}

export function userOfEmail(state: State, email: string): User | undefined {
  const normalized = normalizeEmail(email);
  return state.users.find((user) => user.email === normalized);
}

export function memberOfEmail(state: State, { id }: Organization, email: string): User | undefined {
  const user = userOfEmail(state, email);
  return user !== undefined && state.organizationMembers.get(id)?.has(user.id) === true
    ? user
    : undefined;
}

/** The id of the member with this address, or null for none. Throws `parameter_invalid`. */
export function memberIdOf(
  state: State,
  { projectId }: Environment,
  email: string | null,
): number | null {
  if (email === null) {
    return null;
  }
  const member = memberOfEmail(state, organizationOf(state, projectId), email);
  if (member === undefined) {
    throw new GatehouseError("parameter_invalid", {
      message: `owner: ${quote(email)} is not a member of the organization`,
    });
  }
  return member.id;
}

/**
 * Adds a member to the organization. For an existing user or member, changes the given name and
 * role. Throws `last_owner` if the organization would have no owner.
 */
export function addMember(draft: Draft, organization: Organization, member: NewMember): User {
  const user = saveUser(draft, member);
  const members = draft.state.organizationMembers.get(organization.id);
  if (members?.has(user.id) === true) {
    if (member.role !== undefined) {
      setRole(draft, organization, user, member.role);
    }
    return user;
  }
  if ((members?.size ?? 0) >= membersPerOrganizationMax) {
    throw new GatehouseError("parameter_invalid", {
      message: `An organization can have at most ${membersPerOrganizationMax} members`,
    });
  }
  draft.record({
    kind: "organization.member_saved",
    organizationId: organization.id,
    userId: user.id,
    role: member.role ?? roleDefault,
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
 * Removes a member from the organization and all its projects, with the password, sessions,
 * passkeys, personal tokens, link and own views. The user stays stored, as features and tokens may refer to
 * it. Throws `last_owner` for the last owner: the command line acts as the owner.
 */
export function removeMember(draft: Draft, organization: Organization, user: User): void {
  const { state } = draft;
  requireAnotherOwner(state, organization, user);
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
  draft.record({ kind: "credentials.removed", userId: user.id });
  removeRecords(draft, recordsOfUser(draft.state, user.id));
  removeOwnViews(draft, user.id);
}

/** Changes the display name of a user. Does nothing if it is the same. */
export function setName(draft: Draft, user: User, name: string): void {
  if (user.name !== name) {
    draft.record({ kind: "user.saved", user: { ...user, name } });
  }
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
