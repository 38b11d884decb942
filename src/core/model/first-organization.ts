import type { Organization } from "./project.ts";
import type { State } from "./state.ts";

/** The organization whose members sign in: the one with the lowest id. Throws if there is none. */
export function firstOrganization(state: State): Organization {
  const organization = state.organizations.minBy(({ id }) => id);
  if (organization === undefined) {
    throw new Error("There is no organization");
  }
  return organization;
}
