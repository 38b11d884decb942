import { GatehouseError } from "../../core/errors.ts";
import { isSessionValid } from "../../core/model/account.ts";
import type { CallerSession } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import { roleInEnvironment, roleOf } from "../../core/model/member-role.ts";
import {
  isForEnvironment,
  isPersonalTokenValid,
  roleInScope,
} from "../../core/model/personal-token.ts";
import { type Role, roleAtLeast } from "../../core/model/role.ts";
import type { State } from "../../core/model/state.ts";

type AtCommit = Pick<Draft, "state" | "now" | "author">;

/**
 * Throws `session_ended` if the session of a signed-in member, or the membership, has ended;
 * `token_invalid` if the personal token was revoked or has expired, or the membership has ended;
 * and `role_required` if the role does not allow the operation (any more). Called when a command
 * runs, as these rights may end while the command is queued. Records the author. Null is a caller
 * with direct access to the data, whose rights cannot end.
 */
export function requireSession(draft: AtCommit, caller: CallerSession | null): void {
  if (caller === null) {
    draft.author = "shell";
    return;
  }
  const role =
    caller.isPersonalToken === true ? tokenRole(draft, caller) : sessionRole(draft, caller);
  if (!roleAtLeast(role, caller.roleMin)) {
    throw new GatehouseError("role_required");
  }
  draft.author = `User ${caller.userId}`;
}

const otherEnvironment = "The personal token is for other environments only";

function sessionRole({ state, now }: AtCommit, caller: CallerSession): Role {
  const { hash, userId } = caller;
  const session = state.sessions.get(hash);
  const role = memberRole(state, caller);
  // This session was just accepted for the request, so it is not idle.
  if (session?.userId !== userId || role === undefined || !isSessionValid(session, now, now)) {
    throw new GatehouseError("session_ended");
  }
  return role;
}

function tokenRole({ state, now }: AtCommit, caller: CallerSession): Role {
  const { hash, userId } = caller;
  const token = state.personalTokens.get(hash);
  const role = memberRole(state, caller);
  if (token?.userId !== userId || role === undefined || !isPersonalTokenValid(token, now)) {
    throw new GatehouseError("token_invalid");
  }
  if (!isForEnvironment(token, caller.environmentId ?? null)) {
    throw new GatehouseError("role_required", { message: otherEnvironment });
  }
  return roleInScope(role, token.scope);
}

function memberRole(state: State, { userId, environmentId }: CallerSession): Role | undefined {
  return environmentId === undefined
    ? roleOf(state, userId)
    : roleInEnvironment(state, userId, environmentId);
}
