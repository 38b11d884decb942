import { environmentRolesOf } from "../../../app/commands/environment-role-commands.ts";
import type { Member as KnownMember } from "../../../app/commands/member-list.ts";
import type { Project } from "../../../core/model/project.ts";
import type { State } from "../../../core/model/state.ts";
import type { User } from "../../../core/model/user.ts";
import type { Member, MemberInEnvironment } from "../contract/member-models.ts";
import { placeOf } from "./token-list-rows.ts";

/** `projects` are all projects, the oldest first. */
export function memberRow(state: State, projects: readonly Project[], member: KnownMember): Member {
  const { user, role, hasPassword, passkeys, linkExpiresAt, seenAt } = member;
  return {
    ...personRow(state, projects, user),
    ...{ role, hasPassword },
    environmentRoles: environmentRoleRows(state, user.id),
    passkeyCount: passkeys,
    linkEndsAt: linkExpiresAt,
    lastSeenAt: seenAt,
  };
}

function environmentRoleRows(state: State, userId: number): readonly MemberInEnvironment[] {
  return environmentRolesOf(state, userId).map(({ environmentId, role }) => ({
    environmentId,
    ...placeOf(state, { environmentId }),
    role,
  }));
}

/** A person, with the names of the person's projects. */
export function personRow(state: State, projects: readonly Project[], user: User) {
  const { id, name, email, createdAt } = user;
  const own = projects.filter((project) => state.projectMembers.get(project.id)?.has(id) === true);
  return { id, name, email, createdAt, projects: own.map((project) => project.name) };
}

/** The projects, the oldest first. */
export function projectsById({ projects }: State): readonly Project[] {
  return [...projects.values()].sort((left, right) => left.id - right.id);
}
