import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { removeMember } from "../../commands/member-commands.ts";
import type { Member as KnownMember } from "../../commands/member-list.ts";
import { requireSession } from "../../commands/require-session.ts";
import { setUpLink } from "../../commands/set-up-link.ts";
import type { IssuedLink } from "../../commands/sign-in-link-commands.ts";
import { revokeToken } from "../../commands/token-commands.ts";
import { GatehouseError } from "../../errors.ts";
import { answered, withExample } from "../../http/declared/documented-schemas.ts";
import type { Draft } from "../../model/draft.ts";
import { firstOrganization } from "../../model/first-organization.ts";
import { isActive } from "../../model/token.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { idIn } from "../asked-environment.ts";
import {
  AddedMember,
  ChangedMember,
  IssuedSignInLink,
  type Member,
  MemberList,
  MemberRemoval,
  NewMember,
  NewRole,
  OfMember,
  RemovedMember,
  type SignInLink,
} from "../contract/member-models.ts";
import { exactFields } from "../contract/shared-models.ts";
import { organizationRight } from "../reader.ts";
import { pageOrigin } from "./browser-site.ts";
import { requireAccounts } from "./sign-in-answers.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** The members of the organization, with their roles and one-time links (docs/admin-api.md#routes). */
export function memberController(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia().use(memberRoutes(deps, routes)).use(oneMemberRoutes(deps, routes));
}

function memberRoutes(deps: UiDependencies, routes: AdminRoutes) {
  const { memberOf, list } = memberReads(deps);
  return new Elysia({ tags: ["Members"] })
    .use(routes)
    .get("/members", () => ({ members: list().map(shownMember) }), {
      role: "viewer",
      hostedOnly: true,
      response: { 200: answered(MemberList, "The members") },
      detail: { operationId: "listMembers", summary: "List the members of the organization" },
    })
    .post(
      "/members",
      async ({ caller, body, request }) => {
        const by = organizationRight(caller, caller.roleMin);
        const { members } = requireAccounts(deps);
        const { user, issued } = await members.add(by, body, () => {
          throw new GatehouseError("member_exists", { place: "email" });
        });
        const link = issued ?? (await members.resetLink(by, user.id));
        return { member: memberOf(user.id), link: shownLink(deps, request, link) };
      },
      {
        role: "owner",
        hostedOnly: true,
        needsProof: true,
        body: withExample(NewMember, { email: "ada@example.com", name: "Ada", role: "member" }),
        response: { 200: answered(AddedMember, "The member, with a one-time link") },
        refuses: [
          "email_invalid",
          "name_invalid",
          "member_exists",
          "member_not_found",
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

function oneMemberRoutes(deps: UiDependencies, routes: AdminRoutes) {
  const { writer } = deps.services;
  const { memberOf } = memberReads(deps);
  return new Elysia({ tags: ["Members"] })
    .use(routes)
    .patch(
      "/members/:user",
      async ({ caller, params, body }) => {
        const id = idIn(params.user);
        await requireAccounts(deps).members.setRole(
          organizationRight(caller, caller.roleMin),
          id,
          body.role,
        );
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
      async ({ caller, params, request }) => {
        const { members } = requireAccounts(deps);
        const link = await members.resetLink(
          organizationRight(caller, caller.roleMin),
          idIn(params.user),
        );
        return { link: shownLink(deps, request, link) };
      },
      {
        ...changesMember,
        body: withExample(Type.Object({}, exactFields), {}),
        response: { 200: answered(IssuedSignInLink, "The new one-time link") },
        refuses: ["member_not_found", "session_ended"],
        detail: {
          operationId: "createMemberLink",
          summary: "Create a one-time link for a member",
          description:
            "It replaces the earlier link. The member sets another password with it; until then " +
            "the current password works.",
        },
      },
    )
    .delete(
      "/members/:user",
      async ({ caller, params, body }) => {
        const by = organizationRight(caller, caller.roleMin);
        const removal = { id: idIn(params.user), revokesTokens: body.revokeTokens === true };
        const activeTokens = await writer.submit((draft) => {
          requireSession(draft, by);
          return removeKnownMember(draft, removal);
        });
        return { removed: true as const, activeTokens };
      },
      {
        ...changesMember,
        body: withExample(MemberRemoval, { revokeTokens: true }),
        response: { 200: answered(RemovedMember, "The names of the tokens that stay active") },
        refuses: ["member_not_found", "last_owner", "session_ended"],
        detail: {
          operationId: "removeMember",
          summary: "Remove a member from the organization",
          description:
            "The server deletes the password, the sessions, the passkeys and the personal " +
            "environments of the person. `revokeTokens` also revokes the person's other tokens.",
        },
      },
    );
}

const changesMember = {
  role: "owner",
  hostedOnly: true,
  needsProof: true,
  params: OfMember,
} as const;

function memberReads(deps: UiDependencies) {
  const list = () => requireAccounts(deps).members.list();
  const memberOf = (userId: number): Member => {
    const member = list().find(({ user }) => user.id === userId);
    if (member === undefined) {
      throw new GatehouseError("member_not_found");
    }
    return shownMember(member);
  };
  return { list, memberOf };
}

/** Returns the names of the person's tokens that stay active. */
function removeKnownMember(
  draft: Draft,
  { id, revokesTokens }: { readonly id: number; readonly revokesTokens: boolean },
): readonly string[] {
  const organization = firstOrganization(draft.state);
  const user = draft.state.users.get(id);
  if (
    user === undefined ||
    draft.state.organizationMembers.get(organization.id)?.has(id) !== true
  ) {
    throw new GatehouseError("member_not_found");
  }
  removeMember(draft, organization, user);
  // Those of the personal environments are gone with them.
  const tokens = [...draft.state.tokens.values()].filter(
    (token) => token.ownerId === id && isActive(token, draft.now),
  );
  if (!revokesTokens) {
    return tokens.map(({ name }) => name);
  }
  for (const token of tokens) {
    revokeToken(draft, token);
  }
  return [];
}

function shownMember(member: KnownMember): Member {
  const { user, role, hasPassword, linkExpiresAt, seenAt } = member;
  const { id, name, email, createdAt } = user;
  return {
    ...{ id, name, email, createdAt, role, hasPassword },
    linkEndsAt: linkExpiresAt,
    lastSeenAt: seenAt,
  };
}

function shownLink(deps: UiDependencies, request: Request, { code, link }: IssuedLink): SignInLink {
  const base = deps.publicUrl ?? `${pageOrigin(request, deps).origin}${deps.publicPath}`;
  return { url: setUpLink(base, code), endsAt: link.expiresAt };
}
