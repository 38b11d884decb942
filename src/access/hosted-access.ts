import { GatehouseError } from "../errors.ts";
import type { State } from "../state/state.ts";
import type { Token } from "../tokens/token.ts";
import { hashToken } from "../tokens/token-value.ts";
import type { Access } from "./access.ts";
import type { Caller } from "./caller.ts";

export interface TokenCaller extends Caller {
  readonly token: Token;
}

export const tokenHeader = "flipper-cloud-token";

/** No token is longer, so a longer header is not worth hashing. */
const valueLengthMax = 255;

/**
 * Hosted deployment: every request carries a token, looked up by hash in memory (SPEC.md 5, the
 * matrix of DESIGN.md section 3). Throws `token_invalid`, `token_read_only` and
 * `production_token_required`.
 */
export function hostedAccess(state: () => State): Access<TokenCaller> {
  const reader = (request: Request) => callerOf(state(), request.headers.get(tokenHeader));
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
  return { reader, writer, remover };
}

function callerOf(state: State, value: string | null): TokenCaller {
  if (value === null || value === "" || value.length > valueLengthMax) {
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
