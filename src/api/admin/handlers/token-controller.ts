import { Elysia } from "elysia";
import { requireValidCaller } from "../../../app/commands/require-valid-caller.ts";
import { createToken, revokeToken } from "../../../app/commands/token-commands.ts";
import { GatehouseError } from "../../../core/errors.ts";
import type { Caller } from "../../../core/model/caller.ts";
import type { Environment } from "../../../core/model/environment.ts";
import { firstOwner } from "../../../core/model/first-owner.ts";
import type { State } from "../../../core/model/state.ts";
import type { Token } from "../../../core/model/token.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import type { AdminCaller, AdminRoutes } from "../admin-routes.ts";
import { environmentOf, idIn } from "../asked-environment.ts";
import { OfEnvironment } from "../contract/shared-models.ts";
import {
  CreatedToken,
  NewToken,
  OfToken,
  RevokedToken,
  TokenList,
  TokenQuery,
} from "../contract/token-models.ts";
import { requireInProject } from "./items-in-project.ts";
import { requireOwnerInProject } from "./named-people.ts";
import { tokenPage, tokenRow } from "./token-list-rows.ts";
import { callerIn, environmentOfItem, type UiDependencies } from "./ui-dependencies.ts";

/** The tokens of environments (docs/admin-api.md#tokens). */
export function tokenController(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia().use(tokenLists(deps, routes)).use(tokenChanges(deps, routes));
}

const listDescription =
  "Lists tokens without their values. Revoked tokens are left out unless `revoked` is `true`; expired " +
  "ones are listed.";

function tokenLists({ services: { writer } }: UiDependencies, routes: AdminRoutes) {
  return new Elysia({ tags: ["Tokens"] })
    .use(routes)
    .get(
      "/tokens",
      ({ caller: { projectId }, query }) =>
        tokenPage(writer.state, (environment) => environment.projectId === projectId, query),
      {
        role: "viewer",
        hostedOnly: "for_clients",
        query: TokenQuery,
        response: { 200: answered(TokenList, "A page of the tokens, the latest first") },
        refuses: [],
        detail: {
          operationId: "listTokensOfProject",
          summary: "List the tokens of all environments of a project",
          description: listDescription,
        },
      },
    )
    .get(
      "/environments/:environment/tokens",
      ({ caller, params, query }) => {
        const { id: asked } = environmentOf(writer.state, params.environment, caller);
        return tokenPage(writer.state, ({ id }) => id === asked, query);
      },
      {
        role: "viewer",
        hostedOnly: "for_clients",
        params: OfEnvironment,
        query: TokenQuery,
        response: { 200: answered(TokenList, "A page of the tokens, the latest first") },
        refuses: ["environment_not_found"],
        detail: {
          operationId: "listTokens",
          summary: "List the tokens of an environment",
          description: listDescription,
        },
      },
    );
}

function tokenChanges({ services: { writer } }: UiDependencies, routes: AdminRoutes) {
  const find = (id: string) => writer.state.tokens.find((token) => token.id === idIn(id));
  return new Elysia({ tags: ["Tokens"] })
    .use(routes)
    .post(
      "/environments/:environment/tokens",
      async ({ caller: adminCaller, params, body }) => {
        const { name, access, managesEnvironments = false, expiresInMs } = body;
        if (access === "evaluate" && managesEnvironments) {
          throw new GatehouseError("token_contradictory", { place: "managesEnvironments" });
        }
        const environment = environmentOf(writer.state, params.environment, adminCaller);
        const caller = callerIn(writer.state, environment, adminCaller);
        const { token, value } = await writer.submit((draft) => {
          requireValidCaller(draft, caller);
          return createToken(draft, {
            environment,
            name,
            access,
            managesEnvironments,
            ownerId: ownerOf(draft.state, environment, { asked: body.owner, caller, adminCaller }),
            isPreview: false,
            expiresAt: expiresInMs === undefined ? null : draft.now + expiresInMs,
          });
        });
        return { token: tokenRow(writer.state, token), value };
      },
      {
        role: "admin",
        hostedOnly: "for_clients",
        needsProof: true,
        params: OfEnvironment,
        body: withExample(NewToken, { name: "Web server", access: "read_only" }),
        response: { 200: answered(CreatedToken, "The token, with its value") },
        refuses: ["environment_not_found", "owner_unknown", "token_contradictory", "token_limit"],
        detail: { operationId: "createToken", summary: "Create a token" },
      },
    )
    .delete(
      "/environments/:environment/tokens/:token",
      async ({ caller: adminCaller, params }) => {
        const asked = { kind: "token", ...params, caller: adminCaller, id: params.token } as const;
        const { state } = writer;
        const { hash, ...found } = requireInProject(state, { ...asked, found: find(params.token) });
        const environment = environmentOfItem(state, found);
        const caller = callerIn(state, environment, adminCaller);
        const token = await writer.submit((draft) => {
          requireValidCaller(draft, caller);
          revokeToken(draft, requireToken(draft.state, hash));
          return requireToken(draft.state, hash);
        });
        return { token: tokenRow(writer.state, token) };
      },
      {
        role: "admin",
        hostedOnly: "for_clients",
        params: OfToken,
        response: { 200: answered(RevokedToken, "The token, which is revoked now") },
        refuses: ["environment_not_found", "token_not_found"],
        detail: { operationId: "revokeToken", summary: "Revoke a token" },
      },
    );
}

/** The environment may have been deleted before the command runs. */
function requireToken(state: State, hash: string): Token {
  const token = state.tokens.get(hash);
  if (token === undefined) {
    throw new GatehouseError("token_not_found");
  }
  return token;
}

interface AskedOwner {
  readonly asked: string | undefined;
  readonly caller: Caller;
  readonly adminCaller: AdminCaller;
}

/** A token only works while its owner belongs to the project, as the first owner always does. */
function ownerOf(
  state: State,
  { projectId }: Environment,
  { asked, caller: { userId }, adminCaller }: AskedOwner,
): number {
  if (asked !== undefined || adminCaller.signedIn === null) {
    return requireOwnerInProject(state, projectId, asked ?? firstOwner(state).email).id;
  }
  const isMember = userId !== null && state.projectMembers.get(projectId)?.has(userId) === true;
  return isMember ? userId : firstOwner(state).id;
}
