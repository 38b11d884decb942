import { type Static, Type } from "@sinclair/typebox";
import {
  addMember,
  addProjectMember,
  normalizeEmail,
  removeMember,
  removeProjectMember,
} from "../commands/member-commands.ts";
import type { State } from "../model/state.ts";
import type { User } from "../model/user.ts";
import { administrationOperation } from "./administration-operation.ts";
import {
  Email,
  exact,
  Id,
  InProject,
  LookupText,
  Name,
  optionalSchema,
  Timestamp,
  toTimestamp,
} from "./administration-schemas.ts";
import {
  onlyOrganization,
  requireMember,
  requireProject,
  requireProjectMember,
} from "./find-by-name.ts";

const AdministeredMember = Type.Object(
  {
    id: Id,
    email: Type.String(),
    name: Type.String(),
    projects: Type.Array(Type.String()),
    created_at: Timestamp,
  },
  exact,
);
type AdministeredMember = Static<typeof AdministeredMember>;

export const memberOperations = {
  "member.add": administrationOperation({
    /** A user who is added to a project is added to the organization too. */
    input: Type.Object({ ...InProject, email: Email, name: optionalSchema(Name) }, exact),
    output: AdministeredMember,
    work(draft, { email, name, project }) {
      const organization = onlyOrganization(draft.state);
      const member = { email: normalizeEmail(email), name };
      const user = addMember(draft, organization, member);
      if (project !== undefined) {
        addProjectMember(draft, requireProject(draft.state, project), user);
      }
      return administeredMember(draft.state, user);
    },
  }),

  "member.list": administrationOperation({
    input: Type.Object({ ...InProject }, exact),
    output: Type.Object({ members: Type.Array(AdministeredMember) }, exact),
    work({ state }, { project }) {
      const ids =
        project === undefined
          ? state.organizationMembers.get(onlyOrganization(state).id)
          : state.projectMembers.get(requireProject(state, project).id);
      const members = (ids?.toArray() ?? [])
        .sort((left, right) => left - right)
        .flatMap((id) => state.users.get(id) ?? []);
      return { members: members.map((user) => administeredMember(state, user)) };
    },
  }),

  "member.remove": administrationOperation({
    input: Type.Object({ ...InProject, email: LookupText }, exact),
    output: AdministeredMember,
    work(draft, { email, project: name }) {
      if (name === undefined) {
        const user = requireMember(draft.state, email);
        removeMember(draft, onlyOrganization(draft.state), user);
        return administeredMember(draft.state, user);
      }
      const project = requireProject(draft.state, name);
      const user = requireProjectMember(draft.state, project, email);
      removeProjectMember(draft, project, user);
      return administeredMember(draft.state, user);
    },
  }),
};

function administeredMember(state: State, user: User): AdministeredMember {
  const projects = state.projects
    .toArray()
    .flatMap(([id, project]) => (state.projectMembers.get(id)?.has(user.id) ? [project] : []))
    .sort((left, right) => left.id - right.id);
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    projects: projects.map(({ name }) => name),
    created_at: toTimestamp(user.createdAt),
  };
}
