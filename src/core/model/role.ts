/** What a member of an organization may do in the web UI, from the most rights to the fewest. */
export const roles = ["owner", "admin", "member", "viewer"] as const;
export type Role = (typeof roles)[number];

/** The roles that a member can have in one environment, instead of the organization's role there. */
export const environmentRoles = ["admin", "member", "viewer"] as const satisfies readonly Role[];
export type RoleInEnvironment = (typeof environmentRoles)[number];

/** The role of a member who is added without one. */
export const roleDefault: Role = "member";

/** Whether a role has all rights of another one: each role includes the roles after it. */
export function roleAtLeast(role: Role, min: Role): boolean {
  return roles.indexOf(role) <= roles.indexOf(min);
}
