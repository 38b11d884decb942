import { GatehouseError } from "../../core/errors.ts";
import {
  isLinkValid,
  linkLifetimeMs,
  type Session,
  type SignInLink,
} from "../../core/model/account.ts";
import type { Draft } from "../../core/model/draft.ts";
import { findFirstOwner } from "../../core/model/first-owner.ts";
import { roleOf } from "../../core/model/member-role.ts";
import type { State } from "../../core/model/state.ts";
import type { User } from "../../core/model/user.ts";
import { hashSecret, newSecret } from "../../core/secrets/random-secret.ts";
import { isEmail, isPersonName } from "../../core/text/person-text.ts";
import { firstOwnerEmail } from "./first-start.ts";
import { normalizeEmail, userOfEmail } from "./member-commands.ts";
import { removePasskeysOf } from "./passkey-commands.ts";
import { setPassword } from "./password-commands.ts";
import { removePersonalTokensOf } from "./personal-token-commands.ts";
import { type SessionOrigin, startSession } from "./session-commands.ts";

/** A link, and the code in it, which is not stored. */
export interface IssuedLink {
  readonly code: string;
  readonly link: SignInLink;
}

/** Creates a one-time link for a user, which replaces an earlier link. */
export function issueSignInLink(draft: Draft, user: User, code: string = newSecret()): IssuedLink {
  const link: SignInLink = {
    hash: hashSecret(code),
    userId: user.id,
    createdAt: draft.now,
    expiresAt: draft.now + linkLifetimeMs,
  };
  draft.record({ kind: "sign_in_link.saved", link });
  return { code, link };
}

/** The user of a usable link; undefined for any other code. */
export function userOfLink(
  { state, now }: Pick<Draft, "state" | "now">,
  code: string,
): User | undefined {
  const link = state.signInLinks.get(hashSecret(code));
  return link !== undefined && isLinkValid(link, now) && roleOf(state, link.userId) !== undefined
    ? state.users.get(link.userId)
    : undefined;
}

/** The name and the e-mail address that the first owner chooses at the set-up. */
export interface OwnerProfile {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
}

/** Whether a user still has the address of the first start, and may choose another one. */
export function mayChooseProfile({ email }: User): boolean {
  return email === firstOwnerEmail;
}

export interface LinkUse extends SessionOrigin {
  readonly code: string;
  readonly passwordHash: string;
  /** The value of the cookie of the session that starts. */
  readonly cookieValue: string;
  /** Ignored for a user who already has an address. */
  readonly profile?: OwnerProfile | undefined;
}

/**
 * Uses a link: the link ends, and the password is set. All sessions, passkeys and personal tokens
 * of the user end, as an intruder may have had the account. A new session starts. Throws
 * `link_invalid`, `email_invalid`, `email_taken` and `name_invalid`.
 */
export function useSignInLink(
  draft: Draft,
  { code, passwordHash, profile, ...session }: LinkUse,
): { readonly user: User; readonly session: Session } {
  const known = userOfLink(draft, code);
  if (known === undefined) {
    throw new GatehouseError("link_invalid");
  }
  draft.author ??= `User ${known.id}`;
  const user = mayChooseProfile(known) ? chosenProfile(draft.state, known, profile ?? {}) : known;
  if (user !== known) {
    draft.record({ kind: "user.saved", user });
  }
  draft.record({ kind: "sign_in_link.removed", userId: user.id });
  setPassword(draft, user.id, passwordHash);
  removePasskeysOf(draft, user.id);
  removePersonalTokensOf(draft, user.id);
  return { user, session: startSession(draft, { ...session, method: "link", userId: user.id }) };
}

function chosenProfile(state: State, user: User, { email, name }: OwnerProfile): User {
  if (email === undefined && name === undefined) {
    return user;
  }
  const chosen = { ...user, email: normalizeEmail(email ?? user.email), name: name ?? user.name };
  checkProfile(state, chosen);
  return chosen;
}

/** Throws for a user whose name or e-mail address is invalid or another user's. */
function checkProfile(state: State, { id, email, name }: User): void {
  if (!isEmail(email)) {
    throw new GatehouseError("email_invalid");
  }
  if (!isPersonName(name)) {
    throw new GatehouseError("name_invalid");
  }
  const other = userOfEmail(state, email);
  if (other !== undefined && other.id !== id) {
    throw new GatehouseError("email_taken");
  }
}

/**
 * Whether the server is not set up: the first owner has the first address, and no owner a password.
 */
export function needsSetUp(state: State): boolean {
  const owners = [...state.organizationMembers.values()].flatMap((members) =>
    [...members].filter(([, role]) => role === "owner").map(([userId]) => userId),
  );
  const first = findFirstOwner(state);
  return (
    first !== undefined &&
    mayChooseProfile(first) &&
    !owners.some((userId) => state.passwords.has(userId))
  );
}
