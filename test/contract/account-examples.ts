import type { AccountChange, Change } from "../../src/core/model/change.ts";
import * as noun from "./sample-entities.ts";

/** Two users with everything to sign in, beside the foundation. */
export const signedInUsers: readonly Change[] = [
  { kind: "user.saved", user: noun.user(2) },
  { kind: "password.saved", password: noun.password(1) },
  { kind: "password.saved", password: noun.password(2) },
  { kind: "sign_in_link.saved", link: noun.link(1) },
  { kind: "sign_in_link.saved", link: noun.link(2) },
  { kind: "session.saved", session: noun.session("a") },
  { kind: "session.saved", session: noun.session("b") },
  { kind: "session.saved", session: noun.session("c", { userId: 2 }) },
  { kind: "passkey.saved", passkey: noun.passkey("p") },
  { kind: "passkey.saved", passkey: noun.passkey("q", { userId: 2 }) },
  { kind: "personal_token.saved", token: noun.personalToken("s") },
  { kind: "personal_token.saved", token: noun.personalToken("t", { userId: 2, scope: "read" }) },
];

type AccountRows = Readonly<
  Record<AccountChange["kind"], Readonly<Record<string, readonly Change[]>>>
>;

/** Changes of what members sign in with, as in `changeExamples`. */
export const accountExamples: AccountRows = {
  "password.saved": {
    "of two users, one again": [
      ...signedInUsers,
      { kind: "password.saved", password: noun.password(1, { hash: "new", changedAt: 2 ** 45 }) },
    ],
  },
  "sign_in_link.saved": {
    "again, which replaces the first one": [
      ...signedInUsers,
      { kind: "sign_in_link.saved", link: noun.link(1, { hash: "newer", expiresAt: 2 ** 46 }) },
    ],
  },
  "sign_in_link.removed": {
    "of one of two users": [...signedInUsers, { kind: "sign_in_link.removed", userId: 1 }],
    "of a user without a link": [{ kind: "sign_in_link.removed", userId: 1 }],
  },
  "session.saved": {
    "with every user agent": noun.strangeTexts.map((userAgent, index) => ({
      kind: "session.saved",
      session: noun.session(String(index), { userAgent }),
    })),
    "again, used later": [
      ...signedInUsers,
      { kind: "session.saved", session: noun.session("a", { seenAt: 2 ** 45 }) },
    ],
  },
  "sessions.ended": {
    "two of three, and one that does not exist": [
      ...signedInUsers,
      { kind: "sessions.ended", hashes: ["session-a", "session-none", "session-c"] },
    ],
  },
  "passkey.saved": {
    "with every name": noun.strangeTexts.map((name, index) => ({
      kind: "passkey.saved",
      passkey: noun.passkey(String(index), { name, transports: [] }),
    })),
    "again, renamed and used": [
      ...signedInUsers,
      {
        kind: "passkey.saved",
        passkey: noun.passkey("p", { name: "Key", counter: 2 ** 32 - 1, lastUsedAt: 2 ** 45 }),
      },
    ],
  },
  "passkey.removed": {
    "one of two": [...signedInUsers, { kind: "passkey.removed", passkeyId: "p" }],
    "that does not exist": [{ kind: "passkey.removed", passkeyId: "p" }],
  },
  "personal_token.saved": {
    "with every name": noun.strangeTexts.map((name, index) => ({
      kind: "personal_token.saved",
      token: noun.personalToken(String(index), { name, scope: "admin" }),
    })),
    "for some environments, and for votes": [
      {
        kind: "personal_token.saved",
        token: noun.personalToken("l", { approves: true, environmentIds: [2, 1] }),
      },
    ],
    "again, used": [
      ...signedInUsers,
      {
        kind: "personal_token.saved",
        token: noun.personalToken("s", { lastUsedAt: 2 ** 44 }),
      },
    ],
  },
  "personal_tokens.removed": {
    "one of two, and one that does not exist": [
      ...signedInUsers,
      { kind: "personal_tokens.removed", hashes: ["personal-s", "personal-none"] },
    ],
  },
  "credentials.removed": {
    "of one of two users": [...signedInUsers, { kind: "credentials.removed", userId: 1 }],
    "of a user without any": [{ kind: "credentials.removed", userId: 1 }],
  },
};
