import type { Environment } from "../../../core/model/environment.ts";
import { personOf } from "../../../core/model/person.ts";
import type { State } from "../../../core/model/state.ts";
import type { Token } from "../../../core/model/token.ts";
import type { TokenQuery, TokenRow } from "../contract/token-models.ts";
import { pageOf } from "./page-of-rows.ts";

/** A page of the tokens of some environments, the latest first. */
export function tokenPage(
  state: State,
  isShown: (environment: Environment) => boolean,
  { revoked, before, limit }: TokenQuery,
) {
  const all = [...state.tokens.values()].filter(({ environmentId }) => {
    const environment = state.environments.get(environmentId);
    return environment !== undefined && isShown(environment);
  });
  const asked = revoked === undefined ? all.filter(({ revokedAt }) => revokedAt === null) : all;
  const { rows, next } = pageOf(
    asked
      .filter(({ id }) => before === undefined || id < before)
      .sort((left, right) => right.id - left.id),
    ({ id }) => id,
    limit,
  );
  return {
    tokens: rows.map((token) => tokenRow(state, token)),
    revokedCount: all.filter(({ revokedAt }) => revokedAt !== null).length,
    next,
  };
}

export function tokenRow(state: State, token: Token): TokenRow {
  const { id, name, access, managesEnvironments, isPreview } = token;
  const { createdAt, revokedAt, expiresAt, lastUsedAt } = token;
  return {
    ...{ id, name, access, managesEnvironments, isPreview },
    ...{ createdAt, revokedAt, expiresAt, lastUsedAt },
    ...placeOf(state, token),
    owner: personOf(state, token.ownerId),
  };
}

/** The names of the project and the environment of an object. */
export function placeOf(
  state: State,
  { environmentId }: { readonly environmentId: number },
): { readonly project: string; readonly environment: string } {
  const environment = state.environments.get(environmentId);
  return {
    project: state.projects.get(environment?.projectId ?? 0)?.name ?? "",
    environment: environment?.slug ?? "",
  };
}
