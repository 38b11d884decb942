import { type Role, roleAtLeast } from "./role.ts";
import { environmentRoleOf, signOnRecords } from "./sign-on-records.ts";
import type { State } from "./state.ts";

/** The role of a user in the organization; undefined for a user who is not a member. */
export function roleOf(state: State, userId: number): Role | undefined {
  for (const members of state.organizationMembers.values()) {
    const role = members.get(userId);
    if (role !== undefined) {
      return role;
    }
  }
  return undefined;
}

/**
 * The role of a user in an environment: the organization's role, unless the user was given another
 * one there. Owners stay owners. Undefined for a user who is not a member.
 */
export function roleInEnvironment(
  state: State,
  userId: number,
  environmentId: number,
): Role | undefined {
  const role = roleOf(state, userId);
  return role === undefined || role === "owner"
    ? role
    : (environmentRoleOf(state, { environmentId, userId })?.role ?? role);
}

/** The highest role that a user has in the organization or in any environment. */
export function highestRole(state: State, userId: number): Role | undefined {
  const role = roleOf(state, userId);
  return role === undefined || role === "owner"
    ? role
    : signOnRecords(state, "environment_role")
        .filter((each) => each.userId === userId)
        .reduce<Role>((highest, each) => higherRole(highest, each.role), role);
}

function higherRole(left: Role, right: Role): Role {
  return roleAtLeast(left, right) ? left : right;
}
