import type { Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { setEnvironmentRole } from "../../../app/commands/environment-role-commands.ts";
import { addProjectMember } from "../../../app/commands/member-commands.ts";
import type { Member as KnownMember } from "../../../app/commands/member-list.ts";
import { requireSession } from "../../../app/commands/require-session.ts";
import { setUpLink } from "../../../app/commands/set-up-link.ts";
import type { IssuedLink } from "../../../app/commands/sign-in-link-commands.ts";
import { Members } from "../../../app/sessions/members.ts";
import { GatehouseError } from "../../../core/errors.ts";
import type { RoleInEnvironment } from "../../../core/model/role.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import { commandRefusals } from "../admin-refusals.ts";
import type { AdminCaller, AdminRoutes } from "../admin-routes.ts";
import { environmentOf } from "../asked-environment.ts";
import {
  AddedMember,
  ChangedMember,
  IssuedSignInLink,
  type Member,
  MemberInEnvironmentPath,
  MemberList,
  MemberPath,
  MemberQuery,
  MemberRemoval,
  NewEnvironmentRole,
  NewLink,
  NewMember,
  NewRole,
  RemovedMember,
  type SignInLink,
} from "../contract/member-models.ts";
import { organizationRight } from "../reader.ts";
import { pageOrigin } from "./browser-site.ts";
import { removeAskedMember, requireNamedProject } from "./member-removal.ts";
import { memberRow, projectsById } from "./member-rows.ts";
import { requireAskedMember } from "./named-people.ts";
import { pageOf } from "./page-of-rows.ts";
import { environmentOfItem, type UiDependencies } from "./ui-dependencies.ts";

/** The members of the organization, with their roles and one-time links (docs/admin-api.md#routes). */
export function memberController(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia()
    .use(memberRoutes(deps, routes))
    .use(oneMemberRoutes(deps, routes))
    .use(environmentRoleRoutes(deps, routes));
}

function memberRoutes(deps: UiDependencies, routes: AdminRoutes) {
  const { members, page, memberOf } = membersOf(deps);
  return new Elysia({ tags: ["Members"] })
    .use(routes)
    .get("/members", ({ query }) => page(query), {
      role: "viewer",
      hostedOnly: "for_clients",
      query: MemberQuery,
      response: { 200: answered(MemberList, "A page of the members, the oldest first") },
      detail: { operationId: "listMembers", summary: "List the members of the organization" },
    })
    .post(
      "/members",
      async ({ caller, body, request }) => {
        const by = organizationRight(caller, caller.roleMin);
        const { project, publicUrl, known } = body;
        const { user, issued } = await members.add(by, body, {
          withLink: deps.accounts !== undefined,
          ...(known === "change" ? {} : { refuseKnown }),
          onAdded(draft, added) {
            if (project !== undefined) {
              addProjectMember(draft, requireNamedProject(draft.state, project), added);
            }
          },
        });
        const link = issued && shownLink(deps, { request, caller, publicUrl }, issued);
        return { member: memberOf(user.id), link };
      },
      {
        role: "owner",
        hostedOnly: "for_clients",
        needsProof: true,
        refusesTokens: true,
        body: withExample(NewMember, { email: "ada@example.com", name: "Ada", role: "member" }),
        response: { 200: answered(AddedMember, "The member, with a one-time link") },
        refuses: [
          "email_invalid",
          "name_invalid",
          "member_exists",
          "member_not_found",
          "last_owner",
          "parameter_invalid",
          "session_ended",
        ],
        detail: {
          operationId: "addMember",
          summary: "Add a member to the organization",
          description: "The person sets a password with the one-time link.",
        },
      },
    );
}

function refuseKnown(): never {
  throw new GatehouseError("member_exists", { place: "email" });
}

function oneMemberRoutes(deps: UiDependencies, routes: AdminRoutes) {
  const { writer } = deps.services;
  const { members, memberOf } = membersOf(deps);
  return new Elysia({ tags: ["Members"] })
    .use(routes)
    .patch(
      "/members/:user",
      async ({ caller, params, body }) => {
        const { id } = requireAskedMember(writer.state, params.user);
        await members.setRole(organizationRight(caller, caller.roleMin), id, body.role);
        return { member: memberOf(id) };
      },
      {
        ...changesMember,
        body: withExample(NewRole, { role: "admin" }),
        response: { 200: answered(ChangedMember, "The member after the change") },
        refuses: ["member_not_found", "last_owner", "session_ended"],
        detail: { operationId: "setMemberRole", summary: "Set the role of a member" },
      },
    )
    .post(
      "/members/:user/link",
      async ({ caller, params, request, body: { publicUrl } }) => {
        const { id } = requireAskedMember(writer.state, params.user);
        const link = await members.resetLink(organizationRight(caller, caller.roleMin), id);
        return {
          member: memberOf(id),
          link: shownLink(deps, { request, caller, publicUrl }, link),
        };
      },
      {
        ...changesMember,
        hostedOnly: true,
        body: withExample(NewLink, {}),
        response: { 200: answered(IssuedSignInLink, "The new one-time link") },
        refuses: ["member_not_found", "session_ended"],
        detail: {
          operationId: "createMemberLink",
          summary: "Create a one-time link for a member",
          description:
            "It replaces the earlier link. With it the member sets another password; until then " +
            "the current password works.",
        },
      },
    )
    .delete(
      "/members/:user",
      ({ caller, params, body: { revokeTokens = false, project } }) => {
        const by = organizationRight(caller, caller.roleMin);
        return writer.submit((draft) => {
          requireSession(draft, by);
          const asked = params.user;
          return removeAskedMember(draft, { asked, revokesTokens: revokeTokens, project });
        });
      },
      {
        ...changesMember,
        body: withExample(MemberRemoval, { revokeTokens: true }),
        response: { 200: answered(RemovedMember, "The person, and the person's tokens") },
        refuses: ["member_not_found", "last_owner", "session_ended"],
        detail: {
          operationId: "removeMember",
          summary: "Remove a member from the organization or a project",
          description:
            "The server deletes the password, the sessions, the passkeys and the personal " +
            "environments of the person. `revokeTokens` also revokes the person's other tokens. " +
            "With `project` the person leaves this project only.",
        },
      },
    );
}

/** The roles of members in single environments (docs/governance.md#roles-in-one-environment). */
function environmentRoleRoutes(deps: UiDependencies, routes: AdminRoutes) {
  const { memberOf, setRoleIn } = membersOf(deps);
  return new Elysia({ tags: ["Members"] })
    .use(routes)
    .put(
      "/members/:user/environments/:environment",
      async ({ caller, params, body }) => ({
        member: memberOf(await setRoleIn(caller, params, body.role)),
      }),
      {
        ...changesMember,
        params: MemberInEnvironmentPath,
        body: withExample(NewEnvironmentRole, { role: "viewer" }),
        response: { 200: answered(ChangedMember, "The member after the change") },
        refuses: [
          "member_not_found",
          "environment_not_found",
          "quota_exceeded",
          ...commandRefusals,
        ],
        detail: {
          operationId: "setRoleInEnvironment",
          summary: "Set the role of a member in one environment",
          description:
            "The role replaces the role in the organization there. Owners are owners everywhere.",
        },
      },
    )
    .delete(
      "/members/:user/environments/:environment",
      async ({ caller, params }) => ({
        member: memberOf(await setRoleIn(caller, params, null)),
      }),
      {
        ...changesMember,
        params: MemberInEnvironmentPath,
        response: { 200: answered(ChangedMember, "The member after the change") },
        refuses: ["member_not_found", "environment_not_found", ...commandRefusals],
        detail: {
          operationId: "clearRoleInEnvironment",
          summary: "Return to a member's role in the organization",
          description: "Deletes the role that the member has in one environment.",
        },
      },
    );
}

const changesMember = {
  role: "owner",
  hostedOnly: "for_clients",
  needsProof: true,
  refusesTokens: true,
  params: MemberPath,
} as const;

function membersOf({ services: { writer }, now }: UiDependencies) {
  const members = new Members(writer, now);
  const rows = (of: readonly KnownMember[]): readonly Member[] => {
    const { state } = writer;
    const projects = projectsById(state);
    return of.map((member) => memberRow(state, projects, member));
  };
  const page = ({ after = 0, limit }: MemberQuery) => {
    const later = members.list().filter(({ user }) => user.id > after);
    const { rows: shown, next } = pageOf(later, ({ user }) => user.id, limit);
    return { members: rows(shown), next };
  };
  const memberOf = (userId: number): Member => {
    const [member] = rows(members.list().filter(({ user }) => user.id === userId));
    if (member === undefined) {
      throw new GatehouseError("member_not_found");
    }
    return member;
  };
  /** Resolves with the id of the member. */
  const setRoleIn = async (
    caller: AdminCaller,
    asked: Static<typeof MemberInEnvironmentPath>,
    role: RoleInEnvironment | null,
  ) => {
    const by = organizationRight(caller, caller.roleMin);
    const { id } = environmentOf(writer.state, asked.environment, caller);
    return writer.submit((draft) => {
      requireSession(draft, by);
      const user = requireAskedMember(draft.state, asked.user);
      setEnvironmentRole(draft, environmentOfItem(draft.state, { environmentId: id }), user, role);
      return user.id;
    });
  };
  return { members, page, memberOf, setRoleIn };
}

interface LinkRequest {
  readonly request: Request;
  readonly caller: AdminCaller;
  /** The URL in the request. */
  readonly publicUrl: string | undefined;
}

/** The link is a path if the URL of the server is unknown, as for a command without a server. */
function shownLink(
  deps: UiDependencies,
  { request, caller, publicUrl }: LinkRequest,
  { code, link }: IssuedLink,
): SignInLink {
  const known = publicUrl ?? deps.publicUrl;
  const base =
    known ?? (caller.hasData ? "" : `${pageOrigin(request, deps).origin}${deps.publicPath}`);
  return { url: setUpLink(base, code), endsAt: link.expiresAt };
}
