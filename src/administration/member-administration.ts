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
import { operation } from "./administration-operation.ts";
import { memberNamed, projectMemberNamed, projectNamed, theOrganization } from "./named.ts";
import {
  Asked,
  Email,
  exact,
  Id,
  InProject,
  Name,
  optional,
  Timestamp,
  timestamp,
} from "./schemas.ts";

export const MemberModel = Type.Object(
  {
    id: Id,
    email: Type.String(),
    name: Type.String(),
    projects: Type.Array(Type.String()),
    created_at: Timestamp,
  },
  exact,
);
export type MemberModel = Static<typeof MemberModel>;

export const memberOperations = {
  "member.add": operation({
    /** Whoever joins a project joins the organization too. */
    input: Type.Object({ ...InProject, email: Email, name: optional(Name) }, exact),
    output: MemberModel,
    work(draft, { email, name, project }) {
      const organization = theOrganization(draft.state);
      const member = { email: normalizeEmail(email), name };
      const user = addMember(draft, organization, member);
      if (project !== undefined) {
        addProjectMember(draft, projectNamed(draft.state, project), user);
      }
      return memberModel(draft.state, user);
    },
  }),

  "member.list": operation({
    input: Type.Object({ ...InProject }, exact),
    output: Type.Object({ members: Type.Array(MemberModel) }, exact),
    work({ state }, { project }) {
      const ids =
        project === undefined
          ? state.organizationMembers.get(theOrganization(state).id)
          : state.projectMembers.get(projectNamed(state, project).id);
      const members = (ids?.toArray() ?? [])
        .sort((left, right) => left - right)
        .flatMap((id) => state.users.get(id) ?? []);
      return { members: members.map((user) => memberModel(state, user)) };
    },
  }),

  "member.remove": operation({
    input: Type.Object({ ...InProject, email: Asked }, exact),
    output: MemberModel,
    work(draft, { email, project: name }) {
      if (name === undefined) {
        const user = memberNamed(draft.state, email);
        removeMember(draft, theOrganization(draft.state), user);
        return memberModel(draft.state, user);
      }
      const project = projectNamed(draft.state, name);
      const user = projectMemberNamed(draft.state, project, email);
      removeProjectMember(draft, project, user);
      return memberModel(draft.state, user);
    },
  }),
};

function memberModel(state: State, user: User): MemberModel {
  const projects = state.projects
    .toArray()
    .flatMap(([id, project]) => (state.projectMembers.get(id)?.has(user.id) ? [project] : []))
    .sort((left, right) => left.id - right.id);
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    projects: projects.map(({ name }) => name),
    created_at: timestamp(user.createdAt),
  };
}
