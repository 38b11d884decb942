import { GatehouseError } from "../../errors.ts";
import { BoundedCache } from "../../memo/bounded-cache.ts";
import { memoizeLatest } from "../../memo/memoize-latest.ts";
import type { TokenCaller } from "../../model/caller.ts";
import type { State } from "../../model/state.ts";
import { hashToken } from "../../secrets/token-value.ts";
import { type Access, ignoreCaller, type OnCaller } from "./access.ts";

const tokenHeader = "flipper-cloud-token";

/** No token is longer, so longer headers are refused without hashing them. */
const valueLengthMax = 255;
/** Callers are cached by token value, in memory only: hashing takes much of the time of a read. */
const cachedCallersMax = 10_000;

/**
 * Access of the hosted deployment: every request has a token, whose hash is looked up in memory
 * (docs/api.md#authentication, docs/api.md#tokens). Throws `token_invalid`, `token_read_only` and
 * `production_token_required`.
 */
export function hostedAccess(
  state: () => State,
  onCaller: OnCaller = ignoreCaller,
): Access<TokenCaller> {
  // Revoking a token or deleting an environment replaces one of the maps, which drops this cache.
  const callersOf = memoizeLatest(
    (_tokens: State["tokens"], _environments: State["environments"]) =>
      new BoundedCache<string, TokenCaller>(cachedCallersMax),
  );
  const reader = (request: Request) => {
    const current = state();
    const value = request.headers.get(tokenHeader) ?? "";
    const callers = callersOf(current.tokens, current.environments);
    let caller = callers.get(value);
    if (caller === undefined) {
      caller = callerOf(current, value);
      callers.set(value, caller);
    }
    onCaller(caller);
    return caller;
  };
  const writer = (request: Request) => {
    const caller = reader(request);
    if (caller.token.access !== "read_and_write") {
      throw new GatehouseError("token_read_only");
    }
    return caller;
  };
  const deleter = (request: Request) => {
    const caller = writer(request);
    if (caller.environment.kind !== "production") {
      throw new GatehouseError("production_token_required");
    }
    return caller;
  };
  return { varyBy: tokenHeader, reader, writer, deleter };
}

function callerOf(state: State, value: string): TokenCaller {
  if (value === "" || value.length > valueLengthMax) {
    throw new GatehouseError("token_invalid");
  }
  const token = state.tokens.get(hashToken(value));
  const environment = token === undefined ? undefined : state.environments.get(token.environmentId);
  if (token === undefined || token.revokedAt !== null || environment === undefined) {
    throw new GatehouseError("token_invalid");
  }
  return {
    environment,
    token,
    actor: { type: "Token", id: String(token.id) },
    userId: token.ownerId,
  };
}
