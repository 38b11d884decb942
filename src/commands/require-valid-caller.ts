import { GatehouseError } from "../errors.ts";
import type { Caller } from "../model/caller.ts";
import type { Draft } from "../model/draft.ts";
import { isActive } from "../model/token.ts";

/**
 * Throws `token_invalid` if the caller's token was revoked, or expired, or its environment was
 * deleted, while the command waited for its turn.
 */
export function requireValidCaller({ state, now }: Draft, { environment, token }: Caller): void {
  if (!state.environments.has(environment.id) || !isTokenActive({ state, now }, token)) {
    throw new GatehouseError("token_invalid");
  }
}

function isTokenActive({ state, now }: Pick<Draft, "state" | "now">, token: Caller["token"]) {
  if (token === null) {
    return true;
  }
  const current = state.tokens.get(token.hash);
  return current !== undefined && isActive(current, now);
}
