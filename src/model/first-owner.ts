import type { State } from "./state.ts";
import type { User } from "./user.ts";

/**
 * Whom the shell acts as, and who owns what names no owner: the member of the first organization
 * who has been known for longest.
 */
export function firstOwner(state: State): User {
  const organizationId = state.organizations.keySeq().min();
  const userId =
    organizationId === undefined ? undefined : state.organizationMembers.get(organizationId)?.min();
  const owner = userId === undefined ? undefined : state.users.get(userId);
  if (owner === undefined) {
    throw new Error("There is no organization with a member");
  }
  return owner;
}
