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

/** A new link and its code. Only the hash of the code is stored. */
export interface IssuedLink {
  readonly code: string;
  readonly link: SignInLink;
}

/** Creates a one-time link for a user. It replaces the user's earlier link. */
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

/** The user of a valid link; undefined if the code is wrong, or the link or membership has ended. */
export function userOfLink(
  { state, now }: Pick<Draft, "state" | "now">,
  code: string,
): User | undefined {
  const link = state.signInLinks.get(hashSecret(code));
  return link !== undefined && isLinkValid(link, now) && roleOf(state, link.userId) !== undefined
    ? state.users.get(link.userId)
    : undefined;
}

/** What the first owner may choose at the set-up. */
export interface OwnerProfile {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
}

/** Whether a user may choose another address and name: then the address is still the initial one. */
export function mayChooseProfile({ email }: User): boolean {
  return email === firstOwnerEmail;
}

export interface LinkUse extends SessionOrigin {
  readonly code: string;
  readonly passwordHash: string;
  /** The cookie value of the new session. */
  readonly cookieValue: string;
  /** Ignored unless `mayChooseProfile` allows it. */
  readonly profile?: OwnerProfile | undefined;
}

/**
 * Uses a link: removes it, sets the password and starts a session. It also removes the user's other
 * sessions, passkeys and personal tokens, because an intruder may have created them. Throws
 * `link_invalid`, `email_invalid`, `name_invalid` and `email_taken`.
 */
export function useSignInLink(
  draft: Draft,
  { code, passwordHash, profile, ...session }: LinkUse,
): { readonly user: User; readonly session: Session } {
  const linkUser = userOfLink(draft, code);
  if (linkUser === undefined) {
    throw new GatehouseError("link_invalid");
  }
  draft.author ??= `User ${linkUser.id}`;
  const user = mayChooseProfile(linkUser)
    ? withProfile(draft.state, linkUser, profile ?? {})
    : linkUser;
  if (user !== linkUser) {
    draft.record({ kind: "user.saved", user });
  }
  draft.record({ kind: "sign_in_link.removed", userId: user.id });
  setPassword(draft, user.id, passwordHash);
  removePasskeysOf(draft, user.id);
  removePersonalTokensOf(draft, user.id);
  return { user, session: startSession(draft, { ...session, method: "link", userId: user.id }) };
}

function withProfile(state: State, user: User, { email, name }: OwnerProfile): User {
  if (email === undefined && name === undefined) {
    return user;
  }
  const chosen = { ...user, email: normalizeEmail(email ?? user.email), name: name ?? user.name };
  checkProfile(state, chosen);
  return chosen;
}

/** Throws if the address or the name is invalid, or if another user has the address. */
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
 * Whether the server still needs its set-up: the first owner has the initial address, and no owner
 * has a password.
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
