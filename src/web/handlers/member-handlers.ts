import { AccountRefusal } from "../../commands/account-refusal.ts";
import { removeMember } from "../../commands/member-commands.ts";
import type { Member as KnownMember } from "../../commands/member-list.ts";
import { requireSession } from "../../commands/require-session.ts";
import { setUpLink } from "../../commands/set-up-link.ts";
import type { IssuedLink } from "../../commands/sign-in-link-commands.ts";
import { revokeToken } from "../../commands/token-commands.ts";
import type { CallerSession } from "../../model/caller.ts";
import { firstOrganization } from "../../model/first-organization.ts";
import type { Role } from "../../model/role.ts";
import { isActive } from "../../model/token.ts";
import type { Member, SignInLink } from "../contract/account-routes.ts";
import { type Reader, rightOf } from "../reader.ts";
import type { HandlersOf } from "../serve.ts";
import { UiRefusal } from "../ui-refusal.ts";
import { requireAccounts, requireSignedIn } from "./account-handlers.ts";
import { pageOrigin } from "./browser-site.ts";
import { idIn, type UiDependencies } from "./ui-dependencies.ts";

type MemberRoute =
  | "GET /members"
  | "POST /members"
  | "PATCH /members/:user"
  | "POST /members/:user/link"
  | "DELETE /members/:user";

/** The people of the organization, with their roles and one-time links. */
export function memberHandlers(deps: UiDependencies): HandlersOf<MemberRoute> {
  const { writer } = deps.services;
  const list = () => requireAccounts(deps).members.list();
  const memberOf = (userId: number) => {
    const member = list().find(({ user }) => user.id === userId);
    if (member === undefined) {
      throw new AccountRefusal("member_not_found");
    }
    return shownMember(member);
  };
  return {
    "GET /members": () => ({ members: list().map(shownMember) }),

    async "POST /members"({ body, reader, roleMin, request }) {
      const by = right(reader, roleMin);
      const { members } = requireAccounts(deps);
      const { user, issued } = await members.add(by, body, () => {
        throw new UiRefusal("member_exists", { place: "email" });
      });
      const link = issued ?? (await members.resetLink(by, user.id));
      return { member: memberOf(user.id), link: shownLink(deps, request, link) };
    },

    async "PATCH /members/:user"({ params, body, reader, roleMin }) {
      const id = idIn(params.user);
      await requireAccounts(deps).members.setRole(right(reader, roleMin), id, body.role);
      return { member: memberOf(id) };
    },

    async "POST /members/:user/link"({ params, reader, roleMin, request }) {
      const { members } = requireAccounts(deps);
      const link = await members.resetLink(right(reader, roleMin), idIn(params.user));
      return { link: shownLink(deps, request, link) };
    },

    async "DELETE /members/:user"({ params, body, reader, roleMin }) {
      const id = idIn(params.user);
      const by = right(reader, roleMin);
      const activeTokens = await writer.submit((draft) => {
        requireSession(draft, by);
        const organization = firstOrganization(draft.state);
        const user = draft.state.users.get(id);
        if (
          user === undefined ||
          draft.state.organizationMembers.get(organization.id)?.has(id) !== true
        ) {
          throw new AccountRefusal("member_not_found");
        }
        removeMember(draft, organization, user);
        // Those of the personal environments are gone with them.
        const tokens = [...draft.state.tokens.values()].filter(
          (token) => token.ownerId === id && isActive(token, draft.now),
        );
        if (body.revokeTokens !== true) {
          return tokens.map(({ name }) => name);
        }
        for (const token of tokens) {
          revokeToken(draft, token);
        }
        return [];
      });
      return { removed: true, activeTokens };
    },
  };
}

function right(reader: Reader, roleMin: Role): CallerSession {
  return rightOf(requireSignedIn(reader), roleMin);
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
