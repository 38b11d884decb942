import { Elysia } from "elysia";
import { personalTokensPerUserMax } from "../../../core/model/personal-token.ts";
import { answered } from "../../../http/declared/documented-schemas.ts";
import { commandRefusals } from "../admin-refusals.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { idIn } from "../asked-environment.ts";
import { OfMember } from "../contract/member-models.ts";
import { ListedPersonalTokens, OfMemberToken } from "../contract/personal-token-models.ts";
import { organizationRight } from "../reader.ts";
import { personalTokenRow } from "./personal-token-rows.ts";
import { requireAccounts } from "./sign-in-answers.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** The personal tokens of all members, for owners (docs/security.md#personal-tokens). */
export function memberTokenController(deps: UiDependencies, routes: AdminRoutes) {
  const tokens = () => requireAccounts(deps).personalTokens;
  const list = (userId: number) => ({ tokens: tokens().list(userId).map(personalTokenRow) });
  return new Elysia({ tags: ["Members"] })
    .use(routes)
    .get("/members/:user/tokens", ({ params }) => list(idIn(params.user)), {
      role: "owner",
      hostedOnly: true,
      params: OfMember,
      response: {
        200: answered(ListedPersonalTokens, "The member's personal tokens, latest first"),
      },
      refuses: [],
      detail: {
        operationId: "listMemberTokens",
        summary: "List the personal tokens of a member",
        description: `Lists all personal tokens of the member: at most ${personalTokensPerUserMax}.`,
      },
    })
    .delete(
      "/members/:user/tokens/:token",
      async ({ caller, params }) => {
        const userId = idIn(params.user);
        await tokens().revoke(organizationRight(caller, caller.roleMin), params.token, userId);
        return list(userId);
      },
      {
        role: "owner",
        hostedOnly: true,
        params: OfMemberToken,
        response: { 200: answered(ListedPersonalTokens, "The personal tokens that are left") },
        refuses: [...commandRefusals, "token_not_found"],
        detail: {
          operationId: "revokeMemberToken",
          summary: "Revoke a personal token of a member",
        },
      },
    );
}
