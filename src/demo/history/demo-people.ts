import { addMember } from "../../app/commands/member-commands.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import { firstProject } from "../../core/model/find-environment.ts";
import { firstOwner } from "../../core/model/first-owner.ts";
import { organizationOf } from "../../core/model/project-organization.ts";
import type { Role } from "../../core/model/role.ts";
import { productionOf } from "../../core/model/state-lookups.ts";

/** Roles in place of names: nobody must take them for people. */
const members: readonly { readonly name: string; readonly email: string; readonly role: Role }[] = [
  { name: "Release manager", email: "release-manager@example.com", role: "admin" },
  { name: "Support", email: "support@example.com", role: "member" },
];

/** Gives the owner of the first start an address, and adds the other members. */
export function addPeople(draft: Draft): void {
  const user = { ...firstOwner(draft.state), email: "owner@example.com" };
  draft.record({ kind: "user.saved", user });
  const projectId = demoProjectId(draft);
  const organization = organizationOf(draft.state, projectId);
  for (const member of members) {
    const { id: userId } = addMember(draft, organization, member);
    // Without a personal environment: the environments of a demo are the same for all.
    draft.record({ kind: "project.member_added", projectId, userId });
  }
}

export function demoProjectId({ state }: Pick<Draft, "state">): number {
  const project = firstProject(state);
  if (project === undefined) {
    throw new Error("There is no project");
  }
  return project.id;
}

/** A member as the author of a change in Production; `turn` chooses the member. */
export function demoAuthor({ state }: Draft, turn: number): Caller {
  const people = state.users.valueSeq().toArray();
  const user = people[turn % people.length] ?? firstOwner(state);
  return {
    environment: productionOf(state, demoProjectId({ state })),
    actor: { type: "User", id: String(user.id) },
    userId: user.id,
    token: null,
  };
}
