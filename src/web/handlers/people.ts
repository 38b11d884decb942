import { firstOrganization } from "../../model/first-organization.ts";
import { type Person, personOf } from "../../model/person.ts";
import type { State } from "../../model/state.ts";

/** The members of the organization, by name. */
export function allPeople(state: State): readonly Person[] {
  const members = state.organizationMembers.get(firstOrganization(state).id);
  return [...(members?.keys() ?? [])]
    .flatMap((id) => personOf(state, id) ?? [])
    .sort((left, right) => left.name.localeCompare(right.name) || left.id - right.id);
}
