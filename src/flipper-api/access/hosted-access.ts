import { GatehouseError } from "../../errors.ts";
import type { Caller } from "../../model/caller.ts";
import type { State } from "../../model/state.ts";
import type { Token } from "../../model/token.ts";
import { hashToken } from "../../secrets/token-value.ts";
import { type Access, ignore, type OnCaller } from "./access.ts";

export interface TokenCaller extends Caller {
  readonly token: Token;
}

export const tokenHeader = "flipper-cloud-token";

/** No token is longer, so a longer header is not worth hashing. */
const valueLengthMax = 255;
const callersMax = 10_000;

/**
 * Hosted deployment: every request carries a token, looked up by hash in memory (SPEC.md 5, the
 * matrix of DESIGN.md section 3). Throws `token_invalid`, `token_read_only` and
 * `production_token_required`.
 */
export function hostedAccess(state: () => State, onCaller: OnCaller = ignore): Access<TokenCaller> {
  const callers = new KnownCallers();
  const reader = (request: Request) => {
    const caller = callers.of(state(), request.headers.get(tokenHeader) ?? "");
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
  const remover = (request: Request) => {
    const caller = writer(request);
    if (caller.environment.state !== "production") {
      throw new GatehouseError("production_token_required");
    }
    return caller;
  };
  return { varyBy: tokenHeader, reader, writer, remover };
}

/**
 * Remembers who valid tokens let in, as hashing is a good part of what a read costs. Any change of
 * tokens or environments forgets all, so that a revoked token is refused at once; what it holds
 * never leaves memory.
 */
class KnownCallers {
  readonly #callers = new Map<string, TokenCaller>();
  #tokens: State["tokens"] | undefined;
  #environments: State["environments"] | undefined;

  of(state: State, value: string): TokenCaller {
    if (state.tokens !== this.#tokens || state.environments !== this.#environments) {
      this.#callers.clear();
      this.#tokens = state.tokens;
      this.#environments = state.environments;
    }
    const known = this.#callers.get(value);
    if (known !== undefined) {
      return known;
    }
    const caller = callerOf(state, value);
    if (this.#callers.size >= callersMax) {
      this.#callers.clear();
    }
    this.#callers.set(value, caller);
    return caller;
  }
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
