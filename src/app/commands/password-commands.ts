import type { Draft } from "../../core/model/draft.ts";
import { endSessionsOf } from "./session-commands.ts";

/**
 * Sets a user's password, and ends all sessions of the user. The caller has checked the current
 * password, or a sign-in link.
 */
export function setPassword(draft: Draft, userId: number, hash: string): void {
  draft.record({ kind: "password.saved", password: { userId, hash, changedAt: draft.now } });
  endSessionsOf(draft, userId);
}
