import { type Static, Type } from "@sinclair/typebox";
import { inviteMember } from "../commands/invite-member.ts";
import {
  addProjectMember,
  normalizeEmail,
  removeMember,
  removeProjectMember,
} from "../commands/member-commands.ts";
import { type Member, membersOf } from "../commands/member-list.ts";
import { setRole } from "../commands/role-commands.ts";
import { setUpLink } from "../commands/set-up-link.ts";
import { type IssuedLink, issueSignInLink } from "../commands/sign-in-link-commands.ts";
import type { Draft } from "../model/draft.ts";
import type { Project } from "../model/project.ts";
import { roles } from "../model/role.ts";
import type { State } from "../model/state.ts";
import type { User } from "../model/user.ts";
import { administrationOperation, type ServedSite } from "./administration-operation.ts";
import {
  Email,
  exact,
  Id,
  InProject,
  LookupText,
  Name,
  nullableSchema,
  oneOfSchema,
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

const person = {
  id: Id,
  email: Type.String(),
  name: Type.String(),
  projects: Type.Array(Type.String()),
  created_at: Timestamp,
};
const described = {
  ...person,
  role: oneOfSchema(roles),
  has_password: Type.Boolean(),
  passkeys: Type.Integer(),
  /** When the one-time link ends; null without one that can be used. */
  link_expires_at: nullableSchema(Timestamp),
};
const AdministeredPerson = Type.Object(person, exact);
type AdministeredPerson = Static<typeof AdministeredPerson>;
const AdministeredMember = Type.Object(described, exact);
type AdministeredMember = Static<typeof AdministeredMember>;

/**
 * With a one-time link, which cannot be shown again: a URL, or a path if the server's URL is not
 * known. Null for a member with a password, and in mountable mode, which has no members who sign in.
 */
const InvitedMember = Type.Object({ ...described, link: nullableSchema(Type.String()) }, exact);

const publicUrlLengthMax = 2_048;
/** Without it, links begin with the URL of the server that uses the data. */
const PublicUrl = optionalSchema(Type.String({ maxLength: publicUrlLengthMax }));

export const memberOperations = {
  "member.add": administrationOperation({
    /** A user who is added to a project is added to the organization too. */
    input: Type.Object(
      {
        ...InProject,
        email: Email,
        name: optionalSchema(Name),
        role: optionalSchema(oneOfSchema(roles)),
        public_url: PublicUrl,
      },
      exact,
    ),
    output: InvitedMember,
    work(draft, { email, name, role, project, public_url: publicUrl }, site) {
      const organization = onlyOrganization(draft.state);
      const member = { email: normalizeEmail(email), name, role };
      const { user, issued } = inviteMember(draft, organization, member, {
        withLink: site.mode === "hosted",
      });
      if (project !== undefined) {
        addProjectMember(draft, requireProject(draft.state, project), user);
      }
      return { ...administeredMember(draft, user), link: linkText(issued, publicUrl, site) };
    },
  }),

  "member.reset": administrationOperation({
    hostedOnly: "members sign in to a hosted server only, and this one is mountable",
    input: Type.Object({ email: LookupText, public_url: PublicUrl }, exact),
    output: InvitedMember,
    work(draft, { email, public_url: publicUrl }, site) {
      const user = requireMember(draft.state, email);
      const issued = issueSignInLink(draft, user);
      return { ...administeredMember(draft, user), link: linkText(issued, publicUrl, site) };
    },
  }),

  "member.set_role": administrationOperation({
    input: Type.Object({ email: LookupText, role: oneOfSchema(roles) }, exact),
    output: AdministeredMember,
    work(draft, { email, role }) {
      const user = requireMember(draft.state, email);
      setRole(draft, onlyOrganization(draft.state), user, role);
      return administeredMember(draft, user);
    },
  }),

  "member.list": administrationOperation({
    input: Type.Object({ ...InProject }, exact),
    output: Type.Object({ members: Type.Array(AdministeredMember) }, exact),
    work(draft, { project }) {
      const { state } = draft;
      const only =
        project === undefined
          ? undefined
          : state.projectMembers.get(requireProject(state, project).id);
      const members = membersOf(draft, onlyOrganization(state)).filter(
        ({ user }) => project === undefined || only?.has(user.id) === true,
      );
      return { members: members.map((member) => describeMember(state, member)) };
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
    output: Type.Object({ ...person, tokens: Type.Array(AdministeredToken) }, exact),
    work(draft, { email, project: name, revoke_tokens: revokes }) {
      const project = name === undefined ? undefined : requireProject(draft.state, name);
      const user = removeFrom(draft, project, email);
      const tokens = activeTokensOf(draft, user, project).map((token) =>
        revokes === true ? revokeAndDescribe(draft, token) : describeToken(draft.state, token),
      );
      return { ...describePerson(draft.state, user), tokens };
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

function linkText(
  issued: IssuedLink | null,
  publicUrl: string | undefined,
  { siteUrl }: ServedSite,
): string | null {
  return issued === null ? null : setUpLink(publicUrl ?? siteUrl ?? "", issued.code);
}

function administeredMember(draft: Draft, user: User): AdministeredMember {
  const members = membersOf(draft, onlyOrganization(draft.state));
  const member = members.find((each) => each.user.id === user.id);
  if (member === undefined) {
    throw new Error(`User ${user.id} is not a member`);
  }
  return describeMember(draft.state, member);
}

function describeMember(
  state: State,
  { user, role, hasPassword, passkeys, linkExpiresAt }: Member,
): AdministeredMember {
  return {
    ...describePerson(state, user),
    role,
    has_password: hasPassword,
    passkeys,
    link_expires_at: linkExpiresAt === null ? null : toTimestamp(linkExpiresAt),
  };
}

function describePerson(state: State, user: User): AdministeredPerson {
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
