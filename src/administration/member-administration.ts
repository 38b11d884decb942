import { type Static, Type } from "@sinclair/typebox";
import {
  addMember,
  addProjectMember,
  normalizeEmail,
  removeMember,
  removeProjectMember,
} from "../commands/member-commands.ts";
import type { Draft } from "../model/draft.ts";
import type { Project } from "../model/project.ts";
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
import {
  AdministeredToken,
  activeTokensOf,
  describeToken,
  revokeAndDescribe,
} from "./token-administration.ts";

const described = {
  id: Id,
  email: Type.String(),
  name: Type.String(),
  projects: Type.Array(Type.String()),
  created_at: Timestamp,
};

const AdministeredMember = Type.Object(described, exact);
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
          ? state.organizationMembers.get(onlyOrganization(state).id)?.keySeq()
          : state.projectMembers.get(requireProject(state, project).id);
      const members = (ids?.toArray() ?? [])
        .sort((left, right) => left - right)
        .flatMap((id) => state.users.get(id) ?? []);
      return { members: members.map((user) => administeredMember(state, user)) };
    },
  }),

  "member.remove": administrationOperation({
    input: Type.Object(
      { ...InProject, email: LookupText, revoke_tokens: optionalSchema(Type.Boolean()) },
      exact,
    ),
    /**
     * With the tokens that the person owned and that were active after the removal: applications
     * may use them, so only `revoke_tokens` revokes them. Only those of the project if one is given.
     */
    output: Type.Object({ ...described, tokens: Type.Array(AdministeredToken) }, exact),
    work(draft, { email, project: name, revoke_tokens: revokes }) {
      const project = name === undefined ? undefined : requireProject(draft.state, name);
      const user = removeFrom(draft, project, email);
      const tokens = activeTokensOf(draft, user, project).map((token) =>
        revokes === true ? revokeAndDescribe(draft, token) : describeToken(draft.state, token),
      );
      return { ...administeredMember(draft.state, user), tokens };
    },
  }),
};

/** Removes a member from the project, or without one from the organization. */
function removeFrom(draft: Draft, project: Project | undefined, email: string): User {
  if (project === undefined) {
    const member = requireMember(draft.state, email);
    removeMember(draft, onlyOrganization(draft.state), member);
    return member;
  }
  const member = requireProjectMember(draft.state, project, email);
  removeProjectMember(draft, project, member);
  return member;
}

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
