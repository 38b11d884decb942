import { Elysia } from "elysia";
import { personalTokensPerUserMax } from "../../../core/model/personal-token.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import { commandRefusals } from "../admin-refusals.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import {
  CreatedPersonalToken,
  ListedPersonalTokens,
  NewPersonalToken,
  PersonalTokenPath,
} from "../contract/personal-token-models.ts";
import { rightOf } from "../reader.ts";
import { personalTokenRow, requestedToken } from "./personal-token-rows.ts";
import { requireAccounts, requireSignedIn } from "./sign-in-answers.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** The caller's own personal tokens (docs/security.md#personal-tokens). */
export function personalTokenController(deps: UiDependencies, routes: AdminRoutes) {
  const { writer } = deps.services;
  const list = (userId: number) => ({
    tokens: requireAccounts(deps)
      .personalTokens.list(userId)
      .map((token) => personalTokenRow(writer.state, token)),
  });
  return new Elysia({ tags: ["Account"] })
    .use(routes)
    .get("/account/tokens", ({ caller }) => list(requireSignedIn(caller).user.id), {
      role: "viewer",
      sessionOnly: true,
      hostedOnly: true,
      response: {
        200: answered(ListedPersonalTokens, "The caller's personal tokens, latest first"),
      },
      refuses: [],
      detail: {
        operationId: "listPersonalTokens",
        summary: "List your personal tokens",
        description: `Lists all your personal tokens: at most ${personalTokensPerUserMax}.`,
      },
    })
    .post(
      "/account/tokens",
      async ({ caller, body }) => {
        const by = rightOf(requireSignedIn(caller), caller.roleMin);
        const described = requestedToken(writer.state, body, caller);
        const created = await requireAccounts(deps).personalTokens.create(by, described);
        return { token: personalTokenRow(writer.state, created.token), value: created.value };
      },
      {
        role: "viewer",
        sessionOnly: true,
        hostedOnly: true,
        needsProof: true,
        body: withExample(NewPersonalToken, {
          name: "Nightly report",
          scope: "read",
          expiresInDays: 90,
        }),
        response: { 200: answered(CreatedPersonalToken, "The token, with its value") },
        refuses: [
          ...commandRefusals,
          "environment_not_found",
          "member_not_found",
          "personal_token_limit",
        ],
        detail: {
          operationId: "createPersonalToken",
          summary: "Create a personal token",
          description:
            "Creates a token with which a program can do what you can do in the web UI, within the scope.",
        },
      },
    )
    .delete(
      "/account/tokens/:token",
      async ({ caller, params }) => {
        const signedIn = requireSignedIn(caller);
        const by = rightOf(signedIn, caller.roleMin);
        await requireAccounts(deps).personalTokens.revoke(by, params.token, by.userId);
        return list(signedIn.user.id);
      },
      {
        role: "viewer",
        sessionOnly: true,
        hostedOnly: true,
        params: PersonalTokenPath,
        response: { 200: answered(ListedPersonalTokens, "The personal tokens that are left") },
        refuses: [...commandRefusals, "token_not_found"],
        detail: { operationId: "revokePersonalToken", summary: "Revoke a personal token" },
      },
    );
}
