import { Elysia } from "elysia";
import { membersPerOrganizationMax } from "../../../app/commands/member-commands.ts";
import { firstOrganization } from "../../../core/model/first-organization.ts";
import { type Person, personOf } from "../../../core/model/person.ts";
import type { State } from "../../../core/model/state.ts";
import { answered } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { PersonList } from "../contract/member-models.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** The people who can own features (docs/admin-api.md#routes). */
export function peopleController({ services }: UiDependencies, routes: AdminRoutes) {
  const { writer } = services;
  return new Elysia({ tags: ["Members"] })
    .use(routes)
    .get("/people", () => ({ people: allPeople(writer.state) }), {
      role: "viewer",
      response: { 200: answered(PersonList, "The people, by name") },
      detail: {
        operationId: "listPeople",
        summary: "List the people who can own features",
        description: `The people are the members of the organization: at most ${membersPerOrganizationMax}.`,
      },
    });
}

/** The members of the organization, by name. */
function allPeople(state: State): readonly Person[] {
  const members = state.organizationMembers.get(firstOrganization(state).id);
  return [...(members?.keys() ?? [])]
    .flatMap((id) => personOf(state, id) ?? [])
    .sort((left, right) => left.name.localeCompare(right.name) || left.id - right.id);
}
