import { Elysia } from "elysia";
import { GatehouseError } from "../../../core/errors.ts";
import { personalTokensPerUserMax } from "../../../core/model/personal-token.ts";
import type { State } from "../../../core/model/state.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import { commandRefusals } from "../admin-refusals.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { idIn } from "../asked-environment.ts";
import { MemberPath } from "../contract/member-models.ts";
import {
  CreatedPersonalToken,
  ListedPersonalTokens,
  MemberTokenPath,
  NewPersonalToken,
} from "../contract/personal-token-models.ts";
import { organizationRight } from "../reader.ts";
import { requireAskedMember } from "./named-people.ts";
import { personalTokenRow, requestedToken } from "./personal-token-rows.ts";
import { requireAccounts } from "./sign-in-answers.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** The personal tokens of all members, for owners (docs/security.md#personal-tokens). */
export function memberTokenController(deps: UiDependencies, routes: AdminRoutes) {
  const tokens = () => requireAccounts(deps).personalTokens;
  const { writer } = deps.services;
  const list = (userId: number) => ({
    tokens: tokens()
      .list(userId)
      .map((token) => personalTokenRow(writer.state, token)),
  });
  return new Elysia({ tags: ["Members"] })
    .use(routes)
    .get("/members/:user/tokens", ({ params }) => list(askedUser(writer.state, params.user)), {
      role: "owner",
      hostedOnly: true,
      params: MemberPath,
      response: {
        200: answered(ListedPersonalTokens, "The member's personal tokens, latest first"),
      },
      refuses: ["member_not_found"],
      detail: {
        operationId: "listMemberTokens",
        summary: "List the personal tokens of a member",
        description: `Lists all personal tokens of the member: at most ${personalTokensPerUserMax}.`,
      },
    })
    .post(
      "/members/:user/tokens",
      async ({ caller, params, body }) => {
        if (!caller.hasData) {
          throw new GatehouseError("session_required", { message: ownOnly });
        }
        const { id } = requireAskedMember(writer.state, params.user);
        const described = requestedToken(writer.state, body, caller);
        const created = await tokens().createFor(null, id, described);
        return { token: personalTokenRow(writer.state, created.token), value: created.value };
      },
      {
        role: "owner",
        hostedOnly: true,
        needsProof: true,
        refusesTokens: true,
        params: MemberPath,
        body: withExample(NewPersonalToken, { name: "Nightly report", scope: "read" }),
        response: { 200: answered(CreatedPersonalToken, "The token, with its value") },
        refuses: [
          ...commandRefusals,
          "environment_not_found",
          "member_not_found",
          "personal_token_limit",
        ],
        detail: {
          operationId: "createMemberToken",
          summary: "Create a personal token for a member",
          description:
            "Only for commands on the server's machine: nobody else acts in the name of another person.",
        },
      },
    )
    .delete(
      "/members/:user/tokens/:token",
      async ({ caller, params }) => {
        const userId = askedUser(writer.state, params.user);
        await tokens().revoke(organizationRight(caller, caller.roleMin), params.token, userId);
        return list(userId);
      },
      {
        role: "owner",
        hostedOnly: true,
        params: MemberTokenPath,
        response: { 200: answered(ListedPersonalTokens, "The personal tokens that are left") },
        refuses: [...commandRefusals, "member_not_found", "token_not_found"],
        detail: {
          operationId: "revokeMemberToken",
          summary: "Revoke a personal token of a member",
        },
      },
    );
}

const ownOnly =
  "Only the person may create a personal token, or a command on the server's machine for that person";

/** A person by id, who may be no member any more, or a member by e-mail address. */
function askedUser(state: State, asked: string): number {
  return asked.includes("@") ? requireAskedMember(state, asked).id : idIn(asked);
}
