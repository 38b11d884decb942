import { Elysia } from "elysia";
import { requireValidCaller } from "../../commands/require-valid-caller.ts";
import { createToken, revokeToken } from "../../commands/token-commands.ts";
import { GatehouseError } from "../../errors.ts";
import { answered, withExample } from "../../http/declared/documented-schemas.ts";
import type { Environment } from "../../model/environment.ts";
import { firstOwner } from "../../model/first-owner.ts";
import { personOf } from "../../model/person.ts";
import type { State } from "../../model/state.ts";
import type { Token } from "../../model/token.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { environmentOf, idIn } from "../asked-environment.ts";
import { OfEnvironment } from "../contract/shared-models.ts";
import {
  CreatedToken,
  NewToken,
  OfToken,
  TokenList,
  type TokenRow,
} from "../contract/token-models.ts";
import { callerIn, type UiDependencies } from "./ui-dependencies.ts";

const dayMs = 86_400_000;

/** The tokens of an environment (docs/admin-api.md#tokens). */
export function tokenController({ services }: UiDependencies, routes: AdminRoutes) {
  const { writer } = services;
  const list = (environment: Environment) => ({ tokens: tokenRows(writer.state, environment) });
  return new Elysia({ tags: ["Tokens"] })
    .use(routes)
    .get(
      "/environments/:environment/tokens",
      ({ caller, params }) => list(environmentOf(writer.state, params.environment, caller)),
      {
        role: "viewer",
        hostedOnly: true,
        params: OfEnvironment,
        response: { 200: answered(TokenList, "The tokens, active ones first, then the latest") },
        refuses: ["environment_not_found"],
        detail: { operationId: "listTokens", summary: "List the tokens of an environment" },
      },
    )
    .post(
      "/environments/:environment/tokens",
      async ({ caller: admin, params, body }) => {
        const { name, access, managesEnvironments = false, expiresInDays } = body;
        if (access === "evaluate" && managesEnvironments) {
          throw new GatehouseError("token_contradictory", { place: "managesEnvironments" });
        }
        const environment = environmentOf(writer.state, params.environment, admin);
        const caller = callerIn(writer.state, environment, admin);
        const { token, value } = await writer.submit((draft) => {
          requireValidCaller(draft, caller);
          return createToken(draft, {
            environment,
            name,
            access,
            managesEnvironments,
            ownerId: ownerOf(draft.state, environment, caller.userId),
            isPreview: false,
            expiresAt: expiresInDays === undefined ? null : draft.now + expiresInDays * dayMs,
          });
        });
        return { token: tokenRow(writer.state, token), value };
      },
      {
        role: "admin",
        hostedOnly: true,
        needsProof: true,
        params: OfEnvironment,
        body: withExample(NewToken, { name: "Web server", access: "read_only" }),
        response: { 200: answered(CreatedToken, "The token, with its value") },
        refuses: ["environment_not_found", "token_contradictory", "token_limit"],
        detail: { operationId: "createToken", summary: "Create a token" },
      },
    )
    .delete(
      "/environments/:environment/tokens/:token",
      async ({ caller: admin, params }) => {
        const environment = environmentOf(writer.state, params.environment, admin);
        const caller = callerIn(writer.state, environment, admin);
        const id = idIn(params.token);
        await writer.submit((draft) => {
          requireValidCaller(draft, caller);
          const token = draft.state.tokens.find((each) => {
            return each.id === id && each.environmentId === environment.id;
          });
          if (token === undefined) {
            throw new GatehouseError("token_not_found");
          }
          revokeToken(draft, token);
        });
        return list(environment);
      },
      {
        role: "admin",
        hostedOnly: true,
        params: OfToken,
        response: { 200: answered(TokenList, "The tokens that are left, and the revoked ones") },
        refuses: ["environment_not_found", "token_not_found"],
        detail: { operationId: "revokeToken", summary: "Revoke a token" },
      },
    );
}

/** A token works only while its owner belongs to the project: the first owner does. */
function ownerOf(state: State, { projectId }: Environment, userId: number | null): number {
  const isMember = userId !== null && state.projectMembers.get(projectId)?.has(userId) === true;
  return isMember ? userId : firstOwner(state).id;
}

/** Active ones first, then the newest. */
function tokenRows(state: State, { id }: Environment): readonly TokenRow[] {
  return [...state.tokens.values()]
    .filter(({ environmentId }) => environmentId === id)
    .sort(
      (left, right) =>
        Number(left.revokedAt !== null) - Number(right.revokedAt !== null) || right.id - left.id,
    )
    .map((token) => tokenRow(state, token));
}

function tokenRow(state: State, token: Token): TokenRow {
  const { id, name, access, managesEnvironments, isPreview } = token;
  const { createdAt, revokedAt, expiresAt, lastUsedAt } = token;
  return {
    ...{ id, name, access, managesEnvironments, isPreview },
    ...{ createdAt, revokedAt, expiresAt, lastUsedAt },
    owner: personOf(state, token.ownerId),
  };
}
