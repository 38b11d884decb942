import type { Member as KnownMember } from "../../../app/commands/member-list.ts";
import type { State } from "../../../core/model/state.ts";
import type { User } from "../../../core/model/user.ts";
import type { Member } from "../contract/member-models.ts";

export function memberRow(state: State, member: KnownMember): Member {
  const { user, role, hasPassword, passkeys, linkExpiresAt, seenAt } = member;
  return {
    ...personRow(state, user),
    ...{ role, hasPassword },
    passkeyCount: passkeys,
    linkEndsAt: linkExpiresAt,
    lastSeenAt: seenAt,
  };
}

/** A person, with the names of the projects, the oldest first. */
export function personRow(state: State, user: User) {
  const { id, name, email, createdAt } = user;
  const projects = [...state.projects.values()]
    .filter((project) => state.projectMembers.get(project.id)?.has(id) === true)
    .sort((left, right) => left.id - right.id)
    .map((project) => project.name);
  return { id, name, email, createdAt, projects };
}
