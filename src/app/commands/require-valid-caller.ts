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
  { environment, token, session, actor, noted }: Caller,
): void {
  if (session !== undefined) {
    requireSession(draft, session);
  }
  if (!draft.state.environments.has(environment.id) || !isTokenActive(draft, token)) {
    throw new GatehouseError("token_invalid");
  }
  if (noted !== undefined) {
    // A command can run again after a conflict.
    noted.step = null;
  }
  draft.author = `${actor.type} ${actor.id}`;
}

/**
 * Throws `role_required` unless the caller's role allows the operation in every environment of the
 * project: a removed feature is gone everywhere.
 */
export function requireRoleEverywhere(
  { state, now }: Pick<Draft, "state" | "now">,
  { session, environment }: Caller,
): void {
  if (session === undefined) {
    return;
  }
  for (const { id: environmentId, projectId } of state.environments.values()) {
    if (projectId === environment.projectId) {
      requireSession({ state, now, author: null }, { ...session, environmentId });
    }
  }
}

function isTokenActive({ state, now }: Pick<Draft, "state" | "now">, token: Caller["token"]) {
  if (token === null) {
    return true;
  }
  const current = state.tokens.get(token.hash);
  return current !== undefined && isActive(current, now);
}
