import { firstOrganization } from "../../model/first-organization.ts";
import type { State } from "../../model/state.ts";
import type { Person } from "../contract/account-routes.ts";

/** A person by id; null if there is none. People who left the organization are still named. */
export function personOf({ users }: State, id: number | null): Person | null {
  const user = id === null ? undefined : users.get(id);
  return user === undefined ? null : { id: user.id, name: user.name, email: user.email };
}

/** The members of the organization, by name. */
export function allPeople(state: State): readonly Person[] {
  const members = state.organizationMembers.get(firstOrganization(state).id);
  return [...(members?.keys() ?? [])]
    .flatMap((id) => personOf(state, id) ?? [])
    .sort((left, right) => left.name.localeCompare(right.name) || left.id - right.id);
}
