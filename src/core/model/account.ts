import { dayMs } from "../time-units.ts";
/*
 * The credentials of members. Secrets are stored only as hashes (docs/decisions.md#sign-in). All
 * times are milliseconds since the epoch.
 */

/** A user's password. */
export interface Password {
  readonly userId: number;
  /** An Argon2id hash with its parameters, as text. */
  readonly hash: string;
  readonly changedAt: number;
}

/** A one-time link to set a password; a user has one at most. */
export interface SignInLink {
  /** SHA-256 of the code in the link, as lower-case hexadecimal. */
  readonly hash: string;
  readonly userId: number;
  readonly createdAt: number;
  /** From this time on the link is refused. */
  readonly expiresAt: number;
}

/** A signed-in browser. */
export interface Session {
  /** SHA-256 of the cookie's value, as lower-case hexadecimal. */
  readonly hash: string;
  /** Names the session in lists; gives no access. */
  readonly id: string;
  readonly userId: number;
  readonly createdAt: number;
  /** The latest stored request; up to an hour before the latest request. */
  readonly seenAt: number;
  /** The client's address when the session began. */
  readonly address: string;
  readonly userAgent: string;
}

/** A passkey (WebAuthn credential): its public key. */
export interface Passkey {
  /** The credential id, in base64url. */
  readonly id: string;
  readonly userId: number;
  readonly name: string;
  /** In COSE format, in base64url. */
  readonly publicKey: string;
  /** The authenticator's count of signatures; 0 if it does not count. */
  readonly counter: number;
  /** How browsers can reach the authenticator, such as `internal` or `usb`. */
  readonly transports: readonly string[];
  readonly createdAt: number;
  /** Null before the first sign-in with it. */
  readonly lastUsedAt: number | null;
}

export const linkLifetimeMs = 7 * dayMs;
/** A session ends after this time without a request. */
export const sessionIdleMs = 14 * dayMs;
/** A session ends this long after its start, however it is used. */
export const sessionLifetimeMs = 90 * dayMs;
/** How long after sign-in a session may do things that outlive it. */
export const sessionProofMs = 10 * 60_000;
/** One more session ends the user's oldest one. */
export const sessionsPerUserMax = 20;
export const passkeysPerUserMax = 10;

export function isLinkValid({ expiresAt }: SignInLink, now: number): boolean {
  return now < expiresAt;
}

/** Sessions of a provider end this long after their start. */
export const providerSessionMs = 12 * 60 * 60_000;
/** The ids of other sessions have no dots. */
const providerPrefix = "sso.";
const provenPrefix = `${providerPrefix}proven.`;

/**
 * The id of a session that a provider started. `isProven` says whether the person has just proven
 * their identity there: a provider can also let in a browser without a question.
 */
export function providerSessionId(id: string, isProven: boolean): string {
  return (isProven ? provenPrefix : providerPrefix) + id;
}

export function isProviderSession({ id }: Pick<Session, "id">): boolean {
  return id.startsWith(providerPrefix);
}

/** Whether a session is neither idle for too long nor too old. `seenAt` is its latest request. */
export function isSessionValid(session: Session, seenAt: number, now: number): boolean {
  const lifetimeMs = isProviderSession(session) ? providerSessionMs : sessionLifetimeMs;
  return now < seenAt + sessionIdleMs && now < session.createdAt + lifetimeMs;
}

/** Whether the person has just signed in. A clock that was set back proves nothing. */
export function isSessionProven(session: Session, now: number): boolean {
  const isAsked = !isProviderSession(session) || session.id.startsWith(provenPrefix);
  return isAsked && Math.abs(now - session.createdAt) < sessionProofMs;
}
