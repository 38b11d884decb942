import { GatehouseError } from "../../core/errors.ts";
import {
  isSessionValid,
  providerSessionId,
  type Session,
  sessionsPerUserMax,
} from "../../core/model/account.ts";
import type { Draft } from "../../core/model/draft.ts";
import { roleOf } from "../../core/model/member-role.ts";
import type { State } from "../../core/model/state.ts";
import { hashSecret, newSessionId } from "../../core/secrets/random-secret.ts";

/** The stored facts of the request that starts a session. */
export type SessionOrigin = Pick<Session, "address" | "userAgent">;

/** How a member proves who it is. */
export type SignInMethod = "password" | "passkey" | "link" | "provider";

export interface NewSession extends SessionOrigin {
  readonly method: SignInMethod;
  readonly userId: number;
  /** The cookie's value; only its hash is stored. */
  readonly cookieValue: string;
  /** For a session that a provider starts: whether the person has just proven their identity there. */
  readonly atProvider?: { readonly isProven: boolean };
}

/**
 * Starts a session. Ends the user's sessions that are idle for too long or too old. With the most
 * sessions allowed, also ends the one that began first. Throws `sign_in_failed` if the user is not
 * a member of the organization.
 */
export function startSession(
  draft: Draft,
  { userId, method, cookieValue, address, userAgent, atProvider }: NewSession,
): Session {
  if (roleOf(draft.state, userId) === undefined) {
    throw new GatehouseError("sign_in_failed");
  }
  const known = sessionsOf(draft.state, userId);
  const kept = known
    .filter((session) => isSessionValid(session, session.seenAt, draft.now))
    .slice(0, sessionsPerUserMax - 1);
  endSessions(
    draft,
    known.filter((session) => !kept.includes(session)),
  );
  const session: Session = {
    hash: hashSecret(cookieValue),
    id: atProvider ? providerSessionId(newSessionId(), atProvider.isProven) : newSessionId(),
    userId,
    createdAt: draft.now,
    seenAt: draft.now,
    address,
    userAgent,
  };
  draft.record({ kind: "session.saved", session });
  draft.recordAct({
    kind: "session.started",
    actor: { type: "User", id: String(userId) },
    details: { user: userId, session: session.id, method, address, user_agent: userAgent },
  });
  return session;
}

/** Stores when a session was used. Does nothing for a session that has ended. */
export function touchSession(draft: Draft, hash: string, seenAt: number): void {
  const session = draft.state.sessions.get(hash);
  if (session !== undefined && session.seenAt < seenAt) {
    draft.record({ kind: "session.saved", session: { ...session, seenAt } });
  }
}

/** Ends one of a user's sessions. Throws `session_not_found` if the user has none of that id. */
export function endSession(draft: Draft, userId: number, id: string): void {
  const session = sessionsOf(draft.state, userId).find((each) => each.id === id);
  if (session === undefined) {
    throw new GatehouseError("session_not_found");
  }
  draft.author ??= `User ${userId}`;
  endSessions(draft, [session]);
}

/** Ends all sessions of a user, except the one with that hash; returns their count. */
export function endSessionsOf(draft: Draft, userId: number, exceptHash?: string): number {
  const ended = sessionsOf(draft.state, userId).filter(({ hash }) => hash !== exceptHash);
  endSessions(draft, ended);
  return ended.length;
}

/** A user's sessions, also idle ones; latest first. */
export function sessionsOf(state: State, userId: number): readonly Session[] {
  return [...state.sessions.values()]
    .filter((session) => session.userId === userId)
    .sort((left, right) => right.createdAt - left.createdAt);
}

function endSessions(draft: Draft, sessions: readonly Session[]): void {
  if (sessions.length > 0) {
    draft.record({ kind: "sessions.ended", hashes: sessions.map(({ hash }) => hash) });
  }
}
