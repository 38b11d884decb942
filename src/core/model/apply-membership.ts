import { Map as ImmutableMap, Set as ImmutableSet } from "immutable";
import type { Change } from "./change.ts";
import type { Role } from "./role.ts";
import type { State } from "./state.ts";

type Membership = Extract<
  Change,
  {
    readonly kind:
      | "organization.member_saved"
      | "organization.member_removed"
      | "project.member_added"
      | "project.member_removed";
  }
>;

/** The state after a change of members. The given state stays unchanged. */
export function applyMembership(state: State, change: Membership): State {
  switch (change.kind) {
    case "organization.member_saved": {
      const { organizationId, userId, role } = change;
      const members = state.organizationMembers.get(organizationId) ?? ImmutableMap<number, Role>();
      return {
        ...state,
        organizationMembers: state.organizationMembers.set(
          organizationId,
          members.set(userId, role),
        ),
      };
    }
    case "organization.member_removed": {
      const { organizationId, userId } = change;
      const members = state.organizationMembers.get(organizationId);
      return members === undefined
        ? state
        : {
            ...state,
            organizationMembers: state.organizationMembers.set(
              organizationId,
              members.delete(userId),
            ),
          };
    }
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

export function withMember<Member>(
  sets: ImmutableMap<number, ImmutableSet<Member>>,
  id: number,
  member: Member,
): ImmutableMap<number, ImmutableSet<Member>> {
  return sets.set(id, (sets.get(id) ?? ImmutableSet<Member>()).add(member));
}

export function withoutMember<Member>(
  sets: ImmutableMap<number, ImmutableSet<Member>>,
  id: number,
  member: Member,
): ImmutableMap<number, ImmutableSet<Member>> {
  const set = sets.get(id);
  return set === undefined ? sets : sets.set(id, set.delete(member));
}
