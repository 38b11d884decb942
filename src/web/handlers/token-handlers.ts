import { requireValidCaller } from "../../commands/require-valid-caller.ts";
import { createToken, revokeToken } from "../../commands/token-commands.ts";
import type { Environment } from "../../model/environment.ts";
import { firstOwner } from "../../model/first-owner.ts";
import { personOf } from "../../model/person.ts";
import type { State } from "../../model/state.ts";
import type { Token } from "../../model/token.ts";
import type { TokenRow } from "../contract/environment-routes.ts";
import type { HandlersOf } from "../serve.ts";
import { UiRefusal } from "../ui-refusal.ts";
import { callerIn, environmentOfId, idIn, type UiDependencies } from "./ui-dependencies.ts";

type TokenRoute =
  | "GET /environments/:environment/tokens"
  | "POST /environments/:environment/tokens"
  | "DELETE /environments/:environment/tokens/:token";

const dayMs = 86_400_000;

/** The tokens of an environment. */
export function tokenHandlers({ services }: UiDependencies): HandlersOf<TokenRoute> {
  const { writer } = services;
  const list = (environment: Environment) => ({ tokens: tokenRows(writer.state, environment) });
  return {
    "GET /environments/:environment/tokens": ({ params }) =>
      list(environmentOfId(writer.state, params.environment)),

    async "POST /environments/:environment/tokens"(input) {
      const { name, access, managesEnvironments = false, expiresInDays } = input.body;
      if (access === "evaluate" && managesEnvironments) {
        throw new UiRefusal("token_contradictory", { place: "managesEnvironments" });
      }
      const environment = environmentOfId(writer.state, input.params.environment);
      const caller = callerIn(writer.state, environment, input);
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

    async "DELETE /environments/:environment/tokens/:token"(input) {
      const environment = environmentOfId(writer.state, input.params.environment);
      const caller = callerIn(writer.state, environment, input);
      const id = idIn(input.params.token);
      await writer.submit((draft) => {
        requireValidCaller(draft, caller);
        const token = draft.state.tokens.find((each) => {
          return each.id === id && each.environmentId === environment.id;
        });
        if (token === undefined) {
          throw new UiRefusal("token_not_found");
        }
        revokeToken(draft, token);
      });
      return list(environment);
    },
  };
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
