import { GatehouseError } from "../errors.ts";
import type { Draft } from "../model/draft.ts";
import type { Organization, Project } from "../model/project.ts";
import type { State } from "../model/state.ts";
import type { User } from "../model/user.ts";
import { deleteEnvironment } from "./environment-commands.ts";
import { ensurePersonalEnvironment, personalEnvironment } from "./personal-environment.ts";

/** Members have environments, and all environments are in memory. */
export const membersPerOrganizationMax = 10_000;

export interface NewMember {
  /** As `normalizeEmail` gives it. */
  readonly email: string;
  /** Undefined leaves a known member's name; a new one is called by the start of the address. */
  readonly name: string | undefined;
}

/** Addresses differ in letter case only by mistake. */
export function normalizeEmail(text: string): string {
  return text.toLowerCase();
}

export function userOfEmail(state: State, email: string): User | undefined {
  const normalized = normalizeEmail(email);
  return state.users.find((user) => user.email === normalized);
}

/** Makes someone a member of the organization, under a new name if there is one. */
export function addMember(draft: Draft, organization: Organization, member: NewMember): User {
  const user = saveUser(draft, member);
  const members = draft.state.organizationMembers.get(organization.id);
  if (members?.has(user.id) === true) {
    return user;
  }
  if ((members?.size ?? 0) >= membersPerOrganizationMax) {
    throw new GatehouseError(
      "parameter_invalid",
      `An organization has at most ${membersPerOrganizationMax} members`,
    );
  }
  draft.record({
    kind: "organization.member_added",
    organizationId: organization.id,
    userId: user.id,
  });
  return user;
}

/** Makes a member of the organization one of a project too, with an environment of their own. */
export function addProjectMember(draft: Draft, project: Project, user: User): void {
  if (draft.state.projectMembers.get(project.id)?.has(user.id) !== true) {
    draft.record({ kind: "project.member_added", projectId: project.id, userId: user.id });
  }
  ensurePersonalEnvironment(draft, project.id, user);
}

/** Ends a membership of a project; the personal environment goes with it, tokens and all. */
export function removeProjectMember(draft: Draft, project: Project, user: User): void {
  const environment = personalEnvironment(draft.state, project.id, user);
  if (environment !== undefined) {
    deleteEnvironment(draft, environment);
  }
  draft.record({ kind: "project.member_removed", projectId: project.id, userId: user.id });
}

/**
 * Ends a membership of an organization and of all its projects. The user stays known, as features
 * and tokens may name them. The last member stays: the shell acts as a member.
 */
export function removeMember(draft: Draft, organization: Organization, user: User): void {
  const { state } = draft;
  if (state.organizationMembers.get(organization.id)?.size === 1) {
    throw new GatehouseError("parameter_invalid", "An organization keeps its last member");
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
