import { isSessionValid } from "../model/account.ts";
import type { CallerSession } from "../model/caller.ts";
import type { Draft } from "../model/draft.ts";
import { type Role, roleAtLeast } from "../model/role.ts";
import type { State } from "../model/state.ts";
import { AccountRefusal } from "./account-refusal.ts";

/**
 * Throws `session_ended` if the session of a signed-in member, or the membership, has ended, and
 * `role_required` if the member's role does not allow the operation (any more). Called when a
 * command runs, as all of that may end while the command waits for its turn. Names the author.
 */
export function requireSession(
  draft: Pick<Draft, "state" | "now" | "author">,
  { hash, userId, roleMin }: CallerSession,
): void {
  const { state, now } = draft;
  const session = state.sessions.get(hash);
  const role = roleOf(state, userId);
  // A request was answered with this session just before, so it is not idle.
  if (session?.userId !== userId || role === undefined || !isSessionValid(session, now, now)) {
    throw new AccountRefusal("session_ended");
  }
  if (!roleAtLeast(role, roleMin)) {
    throw new AccountRefusal("role_required");
  }
  draft.author = `User ${userId}`;
}

/** The role of a user in the organization; undefined for a user who is not a member. */
export function roleOf(state: State, userId: number): Role | undefined {
  for (const members of state.organizationMembers.values()) {
    const role = members.get(userId);
    if (role !== undefined) {
      return role;
    }
  }
  return undefined;
}
