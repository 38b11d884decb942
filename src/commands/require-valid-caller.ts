import { GatehouseError } from "../errors.ts";
import type { Caller } from "../model/caller.ts";
import type { State } from "../model/state.ts";

/** A caller let in before its token was revoked or its environment deleted changes nothing after. */
export function requireValidCaller(state: State, { environment, token }: Caller): void {
  const isStale =
    !state.environments.has(environment.id) ||
    (token !== null && state.tokens.get(token.hash)?.revokedAt !== null);
  if (isStale) {
    throw new GatehouseError("token_invalid");
  }
}
