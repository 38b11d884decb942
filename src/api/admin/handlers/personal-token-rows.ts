import type { PersonalToken } from "../../../core/model/personal-token.ts";
import type { State } from "../../../core/model/state.ts";
import type { AdminCaller } from "../admin-routes.ts";
import { environmentOf } from "../asked-environment.ts";
import type { NewPersonalToken, PersonalTokenRow } from "../contract/personal-token-models.ts";
import { placeOf } from "./token-list-rows.ts";

/** A personal token in the form of lists, without its hash. */
export function personalTokenRow(state: State, token: PersonalToken): PersonalTokenRow {
  const { id, name, scope, approves, environmentIds, createdAt, expiresAt, lastUsedAt } = token;
  return {
    ...{ id, name, scope, approves, createdAt, expiresAt, lastUsedAt },
    environments:
      environmentIds?.map((environmentId) => ({
        id: environmentId,
        ...placeOf(state, { environmentId }),
      })) ?? null,
  };
}

/** The token that a request describes. Throws `environment_not_found`. */
export function requestedToken(
  state: State,
  { name, scope, approves = false, environments, expiresInDays: days }: NewPersonalToken,
  caller: AdminCaller,
) {
  const ids = environments?.map((asked) => environmentOf(state, asked, caller).id);
  const environmentIds = ids === undefined ? null : [...new Set(ids)];
  return { name, scope, approves, environmentIds, days };
}
