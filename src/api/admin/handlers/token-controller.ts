import { Elysia } from "elysia";
import { requireValidCaller } from "../../../app/commands/require-valid-caller.ts";
import { createToken, revokeToken, rotateToken } from "../../../app/commands/token-commands.ts";
import { GatehouseError } from "../../../core/errors.ts";
import type { Caller } from "../../../core/model/caller.ts";
import type { Environment } from "../../../core/model/environment.ts";
import { firstOwner } from "../../../core/model/first-owner.ts";
import type { State } from "../../../core/model/state.ts";
import { isActive, type Token } from "../../../core/model/token.ts";
import { hourMs } from "../../../core/time-units.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import type { AdminCaller, AdminRoutes } from "../admin-routes.ts";
import { environmentOf, idIn } from "../asked-environment.ts";
import { EnvironmentPath } from "../contract/shared-models.ts";
import {
  CreatedToken,
  NewToken,
  overlapHoursDefault,
  RevokedToken,
  RotatedToken,
  TokenList,
  TokenPath,
  TokenQuery,
  TokenRotation,
} from "../contract/token-models.ts";
import { requireInProject } from "./items-in-project.ts";
import { requireOwnerInProject } from "./named-people.ts";
import { tokenPage, tokenRow } from "./token-list-rows.ts";
import { callerInEnvironment, environmentOfItem, type UiDependencies } from "./ui-dependencies.ts";

/** The tokens of environments (docs/admin-api.md#tokens). */
export function tokenController(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia()
    .use(tokenLists(deps, routes))
    .use(tokenChanges(deps, routes))
    .use(tokenRotation(deps, routes));
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
        params: EnvironmentPath,
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
        const caller = callerInEnvironment(writer.state, environment, adminCaller);
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
        params: EnvironmentPath,
        body: withExample(NewToken, { name: "Web server", access: "read_only" }),
        response: { 200: answered(CreatedToken, "The token, with its value") },
        refuses: ["environment_not_found", "owner_unknown", "token_contradictory", "token_limit"],
        detail: { operationId: "createToken", summary: "Create a token" },
      },
    )
    .delete(
      "/environments/:environment/tokens/:token",
      async ({ caller: adminCaller, params }) => {
        const { hash, caller } = askedToken(writer.state, params, adminCaller);
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
        params: TokenPath,
        response: { 200: answered(RevokedToken, "The token, which is revoked now") },
        refuses: ["environment_not_found", "token_not_found"],
        detail: { operationId: "revokeToken", summary: "Revoke a token" },
      },
    );
}

function tokenRotation({ services: { writer } }: UiDependencies, routes: AdminRoutes) {
  return new Elysia({ tags: ["Tokens"] }).use(routes).post(
    "/environments/:environment/tokens/:token/rotate",
    async ({ caller: adminCaller, params, body: { overlapHours = overlapHoursDefault } }) => {
      const { hash, environment, caller } = askedToken(writer.state, params, adminCaller);
      const rotated = await writer.submit((draft) => {
        requireValidCaller(draft, caller);
        const earlier = requireToken(draft.state, hash);
        if (!isActive(earlier, draft.now)) {
          const message = "This token was revoked or has expired; create another one";
          throw new GatehouseError("token_not_found", { message });
        }
        const overlapMs = overlapHours * hourMs;
        const { token, value } = rotateToken(draft, earlier, { environment, overlapMs });
        return { token, value, earlier: requireToken(draft.state, hash) };
      });
      return {
        token: tokenRow(writer.state, rotated.token),
        value: rotated.value,
        earlier: tokenRow(writer.state, rotated.earlier),
      };
    },
    {
      role: "admin",
      hostedOnly: "for_clients",
      needsProof: true,
      params: TokenPath,
      body: withExample(TokenRotation, { overlapHours: 24 }),
      response: {
        200: answered(RotatedToken, "The new token with its value, and the earlier one"),
      },
      refuses: ["environment_not_found", "token_limit", "token_not_found"],
      detail: {
        operationId: "rotateToken",
        summary: "Replace a token",
        description:
          "Creates a token with the name, the rights and the lifetime of another one, which stays valid " +
          "for some hours. The new token is not the creator of environments that the earlier one created.",
      },
    },
  );
}

/** Throws `token_not_found`, also for a token outside the environment of the path. */
function askedToken(
  state: State,
  params: { readonly environment: string; readonly token: string },
  adminCaller: AdminCaller,
) {
  const id = idIn(params.token);
  const found = requireInProject(state, {
    ...{ kind: "token", ...params, caller: adminCaller, id: params.token },
    found: state.tokens.find((token) => token.id === id),
  } as const);
  const environment = environmentOfItem(state, found);
  return {
    hash: found.hash,
    environment,
    caller: callerInEnvironment(state, environment, adminCaller),
  };
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
