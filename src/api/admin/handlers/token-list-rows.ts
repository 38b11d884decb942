import type { Environment } from "../../../core/model/environment.ts";
import { personOf } from "../../../core/model/person.ts";
import type { State } from "../../../core/model/state.ts";
import type { Token } from "../../../core/model/token.ts";
import type { TokenRow } from "../contract/token-models.ts";

/** The tokens of some environments: active ones first, then the latest. */
export function tokenRows(
  state: State,
  isShown: (environment: Environment) => boolean,
): readonly TokenRow[] {
  return [...state.tokens.values()]
    .filter(({ environmentId }) => {
      const environment = state.environments.get(environmentId);
      return environment !== undefined && isShown(environment);
    })
    .sort(
      (left, right) =>
        Number(left.revokedAt !== null) - Number(right.revokedAt !== null) || right.id - left.id,
    )
    .map((token) => tokenRow(state, token));
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

/** The names of the project and the environment of what belongs to an environment. */
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
