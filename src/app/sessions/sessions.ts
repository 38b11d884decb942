import { GatehouseError } from "../../core/errors.ts";
import { isSessionValid, type Session } from "../../core/model/account.ts";
import type { CallerSession } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import { roleOf } from "../../core/model/member-role.ts";
import type { Role } from "../../core/model/role.ts";
import type { User } from "../../core/model/user.ts";
import { subnetOf } from "../../core/network/subnet.ts";
import { hashSecret, newSecret } from "../../core/secrets/random-secret.ts";
import { emailLengthMax } from "../../core/text/person-text.ts";
import { hourMs } from "../../core/time-units.ts";
import { userOfEmail } from "../commands/member-commands.ts";
import { removePasskeysOf } from "../commands/passkey-commands.ts";
import { setPassword } from "../commands/password-commands.ts";
import { removePersonalTokensOf } from "../commands/personal-token-commands.ts";
import { requireSession } from "../commands/require-session.ts";
import {
  endSession,
  endSessionsOf,
  sessionsOf,
  startSession,
  touchSession,
} from "../commands/session-commands.ts";
import type { Writer } from "../writer/writer.ts";
import type { FailedSignIns } from "./failed-sign-ins.ts";
import { knownBrowserOf, rememberedBrowser } from "./known-browsers.ts";
import type { PasswordHashing } from "./password-hashing.ts";
import { checkNewPassword } from "./password-rules.ts";
import { type RequestFacts, sessionOrigin } from "./request-facts.ts";
import type { Attempt, SignInAttempts } from "./sign-in-attempts.ts";

export interface SessionsOptions {
  readonly writer: Writer;
  readonly hashing: PasswordHashing;
  readonly attempts: SignInAttempts;
  readonly failures: FailedSignIns;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onOwnSignIn?: OnOwnSignIn | undefined;
}

/**
 * Called with the user of each sign-in with a password, a passkey or a link, and of a new password.
 * It may refuse the sign-in.
 */
export type OnOwnSignIn = (draft: Draft, userId: number) => void;

/** A new session, and the value of its cookie, which is not stored. */
export interface SignedIn {
  readonly cookieValue: string;
  readonly session: Session;
  readonly user: User;
}

/** The valid session of a request. */
export interface FoundSession {
  readonly session: Session;
  readonly user: User;
  readonly role: Role;
}

export interface PasswordChange {
  readonly current: string;
  readonly next: string;
  readonly removesPasskeys?: boolean | undefined;
}

/** Bounds memory: when this many sessions were used, their latest times are dropped. */
const seenMax = 10_000;

interface Seen {
  readonly seenAt: number;
  readonly storedAt: number;
}

/** Signs members in and out (docs/decisions.md#sign-in). */
export class Sessions {
  readonly #options: SessionsOptions;
  /** By the session's hash: its latest request, which is stored once an hour. */
  readonly #seen = new Map<string, Seen>();

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** Throws `sign_in_failed` and `too_many_attempts`. */
  async signIn(email: string, password: string, facts: RequestFacts): Promise<SignedIn> {
    const { writer, hashing, attempts, failures } = this.#options;
    if (email.length > emailLengthMax) {
      throw new GatehouseError("sign_in_failed");
    }
    const known = userOfEmail(writer.state, email);
    const attempt = this.#attempt(email, known, facts);
    await attempts.take(attempt);
    const stored = known && writer.state.passwords.get(known.id);
    const isRight = await hashing.verify(password, stored?.hash);
    if (!isRight || known === undefined || stored === undefined) {
      failures.note({ userId: known?.id, method: "password", ...facts });
      throw new GatehouseError("sign_in_failed");
    }
    const cookieValue = newSecret();
    const signedIn = await writer.submit((draft) => {
      const user = draft.state.users.get(known.id);
      // The password may have been changed, or the member removed, while it was verified.
      if (user === undefined || draft.state.passwords.get(known.id)?.hash !== stored.hash) {
        throw new GatehouseError("sign_in_failed");
      }
      this.#options.onOwnSignIn?.(draft, user.id);
      const origin = sessionOrigin(facts);
      const userId = user.id;
      const session = startSession(draft, { ...origin, method: "password", userId, cookieValue });
      return { cookieValue, session, user };
    });
    await attempts.succeeded(attempt);
    return signedIn;
  }

  /**
   * The session of a cookie's value; undefined if it has ended, is idle for too long or too old, or
   * its user is no longer a member. Counts as a use of the session.
   */
  find(cookieValue: string): FoundSession | undefined {
    const { writer, now } = this.#options;
    const { state } = writer;
    const session = state.sessions.get(hashSecret(cookieValue));
    if (session === undefined || !isSessionValid(session, this.#seenAt(session), now())) {
      return undefined;
    }
    const user = state.users.get(session.userId);
    const role = roleOf(state, session.userId);
    if (user === undefined || role === undefined) {
      return undefined;
    }
    this.#touch(session);
    return { session, user, role };
  }

  /** A user's valid sessions, latest first, with their latest use. */
  list(userId: number): readonly Session[] {
    const { writer, now } = this.#options;
    return sessionsOf(writer.state, userId)
      .map((session) => ({ ...session, seenAt: this.#seenAt(session) }))
      .filter((session) => isSessionValid(session, session.seenAt, now()));
  }

  /** Ends one of a user's sessions. Throws `session_not_found`. */
  async end(userId: number, id: string): Promise<void> {
    await this.#options.writer.submit((draft) => endSession(draft, userId, id));
  }

  /** Ends all sessions of the user except this one; resolves with their count. */
  endOthers({ userId, hash }: Session): Promise<number> {
    return this.#options.writer.submit((draft) => {
      draft.author ??= `User ${userId}`;
      return endSessionsOf(draft, userId, hash);
    });
  }

  /**
   * Changes the password of a session's user, ends all sessions of the user, and starts a new one
   * in this browser. On request, removes the user's passkeys and personal tokens. Throws
   * `password_wrong`, `too_many_attempts`, `session_ended` and the refusals of `checkNewPassword`.
   */
  async changePassword(
    { session, user }: Pick<FoundSession, "session" | "user">,
    passwords: PasswordChange,
    facts: RequestFacts,
  ): Promise<SignedIn> {
    const { writer, hashing, attempts } = this.#options;
    // The session suffices: its browser and its address need not be known.
    const attempt = { ...this.#attempt(user.email, user, facts), known: `session ${session.id}` };
    await attempts.take(attempt);
    const stored = writer.state.passwords.get(user.id);
    if (!(await hashing.verify(passwords.current, stored?.hash))) {
      throw new GatehouseError("password_wrong");
    }
    await attempts.succeeded(attempt);
    checkNewPassword(passwords.next, [user.email, user.name]);
    const hash = await hashing.hash(passwords.next);
    const cookieValue = newSecret();
    const right: CallerSession = { hash: session.hash, userId: user.id, roleMin: "viewer" };
    return writer.submit((draft) => {
      requireSession(draft, right);
      if (draft.state.passwords.get(user.id)?.hash !== stored?.hash) {
        throw new GatehouseError("password_wrong");
      }
      this.#options.onOwnSignIn?.(draft, user.id);
      setPassword(draft, user.id, hash);
      if (passwords.removesPasskeys === true) {
        removePasskeysOf(draft, user.id);
        removePersonalTokensOf(draft, user.id);
      }
      const origin = sessionOrigin(facts);
      const userId = user.id;
      const started = startSession(draft, { ...origin, method: "password", userId, cookieValue });
      return { cookieValue, session: started, user };
    });
  }

  /**
   * The entry that the browser of a signed-in user stores; undefined for a user without a password.
   */
  remembered(userId: number, { knownBrowser = "" }: RequestFacts): string | undefined {
    const { writer, now } = this.#options;
    const passwordHash = writer.state.passwords.get(userId)?.hash;
    return passwordHash === undefined
      ? undefined
      : rememberedBrowser(knownBrowser, { userId, passwordHash, now: now() });
  }

  #attempt(
    email: string,
    known: User | undefined,
    { address, knownBrowser = "", sessionId }: RequestFacts,
  ): Attempt {
    const { writer, now } = this.#options;
    const subnet = subnetOf(address);
    const passwordHash = known && writer.state.passwords.get(known.id)?.hash;
    const browser =
      known !== undefined && passwordHash !== undefined
        ? knownBrowserOf(knownBrowser, { userId: known.id, passwordHash, now: now() })
        : undefined;
    const isKnownAddress =
      known !== undefined &&
      this.list(known.id).some((session) => subnetOf(session.address) === subnet);
    const isProof = sessionId !== undefined;
    return { email, address, isKnownAddress, known: isProof ? `session ${sessionId}` : browser };
  }

  #seenAt({ hash, seenAt }: Session): number {
    return Math.max(seenAt, this.#seen.get(hash)?.seenAt ?? 0);
  }

  /** Stores the use of a session if the stored one is an hour old. */
  #touch({ hash, seenAt: stored }: Session): void {
    const { writer, now } = this.#options;
    const seenAt = now();
    const storedAt = Math.max(stored, this.#seen.get(hash)?.storedAt ?? 0);
    if (this.#seen.size >= seenMax && !this.#seen.has(hash)) {
      this.#seen.clear();
    }
    if (seenAt - storedAt < hourMs) {
      this.#seen.set(hash, { seenAt, storedAt });
      return;
    }
    this.#seen.set(hash, { seenAt, storedAt: seenAt });
    // The writer reports a failed commit; a use an hour later is stored again.
    writer.submit((draft) => touchSession(draft, hash, seenAt)).catch(() => undefined);
  }
}
