import { GatehouseError } from "../../core/errors.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import { isActive } from "../../core/model/token.ts";
import { requireSession } from "./require-session.ts";

/**
 * Throws `token_invalid` if the caller's token was revoked, or expired, or its environment was
 * deleted, while the command was queued. Throws as `requireSession` if the caller's session,
 * personal token, membership or right has ended since. Records the author.
 */
export function requireValidCaller(
  draft: Draft,
  { environment, token, session, actor }: Caller,
): void {
  if (session !== undefined) {
    requireSession(draft, session);
  }
  if (!draft.state.environments.has(environment.id) || !isTokenActive(draft, token)) {
    throw new GatehouseError("token_invalid");
  }
  draft.author = `${actor.type} ${actor.id}`;
}

function isTokenActive({ state, now }: Pick<Draft, "state" | "now">, token: Caller["token"]) {
  if (token === null) {
    return true;
  }
  const current = state.tokens.get(token.hash);
  return current !== undefined && isActive(current, now);
}
