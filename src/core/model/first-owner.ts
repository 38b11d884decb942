import type { State } from "./state.ts";
import type { User } from "./user.ts";

/**
 * The owner with the lowest id of the organization with the lowest id. The command line and the
 * mountable API act as this user, who is also the default owner of tokens
 * (docs/decisions.md#mountable-owner). Throws if there is none.
 */
export function firstOwner(state: State): User {
  const owner = findFirstOwner(state);
  if (owner === undefined) {
    throw new Error("There is no organization with an owner");
  }
  return owner;
}

/** Like `firstOwner`, but undefined in a data directory that is not set up yet. */
export function findFirstOwner(state: State): User | undefined {
  const organizationId = state.organizations.keySeq().min();
  const members =
    organizationId === undefined ? undefined : state.organizationMembers.get(organizationId);
  const userId = members
    ?.filter((role) => role === "owner")
    .keySeq()
    .min();
  return userId === undefined ? undefined : state.users.get(userId);
}
