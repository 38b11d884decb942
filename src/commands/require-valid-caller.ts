import { GatehouseError } from "../errors.ts";
import type { Caller } from "../model/caller.ts";
import type { State } from "../model/state.ts";

/**
 * Throws `token_invalid` if the caller's token was revoked or its environment was deleted while the
 * command waited for its turn.
 */
export function requireValidCaller(state: State, { environment, token }: Caller): void {
  const isInvalid =
    !state.environments.has(environment.id) ||
    (token !== null && state.tokens.get(token.hash)?.revokedAt !== null);
  if (isInvalid) {
    throw new GatehouseError("token_invalid");
  }
}
