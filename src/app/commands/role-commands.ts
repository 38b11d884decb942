import { GatehouseError } from "../../core/errors.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Organization } from "../../core/model/project.ts";
import type { Role } from "../../core/model/role.ts";
import type { State } from "../../core/model/state.ts";
import type { User } from "../../core/model/user.ts";

/**
 * Sets the role of a member. Throws `member_not_found` for a user who is not a member, and
 * `last_owner` if the organization would have no owner.
 */
export function setRole(draft: Draft, organization: Organization, user: User, role: Role): void {
  const known = draft.state.organizationMembers.get(organization.id)?.get(user.id);
  if (known === undefined) {
    throw new GatehouseError("member_not_found");
  }
  if (known === role) {
    return;
  }
  if (role !== "owner") {
    requireAnotherOwner(draft.state, organization, user);
  }
  draft.record({
    kind: "organization.member_saved",
    organizationId: organization.id,
    userId: user.id,
    role,
  });
}

/** Throws `last_owner` if the user is the only owner of the organization. */
export function requireAnotherOwner(state: State, organization: Organization, user: User): void {
  if (isLastOwner(state, organization, user)) {
    throw new GatehouseError("last_owner");
  }
}

export function isLastOwner(state: State, organization: Organization, user: User): boolean {
  const owners = state.organizationMembers.get(organization.id)?.filter((role) => role === "owner");
  return owners?.size === 1 && owners.has(user.id);
}
