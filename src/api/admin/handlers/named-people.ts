import { memberOfEmail } from "../../../app/commands/member-commands.ts";
import { GatehouseError } from "../../../core/errors.ts";
import { firstOrganization } from "../../../core/model/first-organization.ts";
import type { Project } from "../../../core/model/project.ts";
import type { State } from "../../../core/model/state.ts";
import type { User } from "../../../core/model/user.ts";
import { quote } from "../../../core/text/quote.ts";
import { idIn, projectOf } from "../asked-environment.ts";

/** The member of a path, by id or by e-mail address. Throws `member_not_found`. */
export function requireAskedMember(state: State, asked: string): User {
  const organization = firstOrganization(state);
  if (asked.includes("@")) {
    const user = memberOfEmail(state, organization, asked);
    if (user === undefined) {
      const message = `${quote(asked)} is not a member of the organization`;
      throw new GatehouseError("member_not_found", { message });
    }
    return user;
  }
  const user = state.users.get(idIn(asked));
  if (user === undefined || state.organizationMembers.get(organization.id)?.has(user.id) !== true) {
    throw new GatehouseError("member_not_found");
  }
  return user;
}

/** The member of a project with that e-mail address. Throws `owner_unknown`. */
export function requireOwnerInProject(state: State, projectId: number, email: string): User {
  const user = memberOfEmail(state, firstOrganization(state), email);
  if (user === undefined) {
    throw ownerUnknown(`${quote(email)} is not a member of the organization`);
  }
  const project = projectOf(state, { projectId });
  if (!isInProject(state, project, user)) {
    throw ownerUnknown(notInProject(project, email));
  }
  return user;
}

export function isInProject(state: State, { id }: Project, user: User): boolean {
  return state.projectMembers.get(id)?.has(user.id) === true;
}

export function notInProject({ name }: Project, email: string): string {
  return `${quote(email)} is not a member of the project ${quote(name)}`;
}

function ownerUnknown(message: string): GatehouseError {
  return new GatehouseError("owner_unknown", { message, place: "owner" });
}
