import type { Person } from "../../model/person.ts";
export type Role = "owner" | "admin" | "member" | "viewer";

/** What the page needs before it shows anything. */
export interface SessionAnswer {
  readonly mode: "hosted" | "mountable";
  /** Null if nobody is signed in; in the mountable deployment there are no people. */
  readonly user: Person | null;
  /** What may be done; null if nothing before signing in. */
  readonly role: Role | null;
  /** Why the role is only `viewer` for everybody: a flag of the server, or an open address. */
  readonly readOnly: "flag" | "open_address" | null;
  readonly canUsePasskeys: boolean;
  /** Whether what outlives the session can be done without another proof. */
  readonly isProven: boolean;
  /** Whether nobody has set up the server: its first owner has no password yet. */
  readonly needsSetUp: boolean;
  readonly version: string;
  /** The path of the public API, such as `/adapter`, for the examples of empty pages. */
  readonly apiPath: string;
  /** The id of the newest event, after which the page follows; empty if nobody may follow. */
  readonly newestEvent: string;
}

export interface SignedInSession {
  readonly id: string;
  readonly createdAt: number;
  readonly seenAt: number;
  readonly address: string;
  readonly userAgent: string;
  readonly isThis: boolean;
}

export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

export interface Member extends Person {
  readonly role: Role;
  readonly createdAt: number;
  readonly hasPassword: boolean;
  /** When the link ends that the person has not used yet; null without a link. */
  readonly linkEndsAt: number | null;
  readonly lastSeenAt: number | null;
}

/** A one-time link for a person, shown once. */
export interface SignInLink {
  readonly url: string;
  readonly endsAt: number;
}

/** The JSON forms of WebAuthn, passed on between the browser and the server. */
export type WebAuthnJson = object;

export interface AccountRoutes {
  "GET /session": { answer: SessionAnswer };
  "POST /session": { body: { email: string; password: string }; answer: SessionAnswer };
  "DELETE /session": { answer: { readonly ended: true } };
  /** Proves again who uses the session, by one of both; the session is replaced by a new one. */
  "POST /session/proof": {
    body: { password: string } | { response: WebAuthnJson };
    answer: SessionAnswer;
  };

  "POST /set-up/check": {
    body: { code: string };
    answer: { readonly email: string; readonly name: string; readonly isFirstOwner: boolean };
  };
  "POST /set-up": {
    body: { code: string; password: string; email?: string; name?: string };
    answer: SessionAnswer;
  };

  "POST /passkeys/sign-in/options": {
    body: Record<string, never>;
    answer: { options: WebAuthnJson };
  };
  "POST /passkeys/sign-in": { body: { response: WebAuthnJson }; answer: SessionAnswer };
  "GET /account/passkeys": { answer: { readonly passkeys: readonly Passkey[] } };
  "POST /account/passkeys/options": {
    body: Record<string, never>;
    answer: { options: WebAuthnJson };
  };
  "POST /account/passkeys": {
    body: { name: string; response: WebAuthnJson };
    answer: { readonly passkeys: readonly Passkey[] };
  };
  "DELETE /account/passkeys/:passkey": { answer: { readonly passkeys: readonly Passkey[] } };

  "PUT /account/password": {
    body: { current: string; password: string; removePasskeys?: boolean };
    answer: SessionAnswer;
  };
  "GET /account/sessions": { answer: { readonly sessions: readonly SignedInSession[] } };
  "DELETE /account/sessions/:session": {
    answer: { readonly sessions: readonly SignedInSession[] };
  };
  /** Ends all sessions but this one. */
  "DELETE /account/sessions": { answer: { readonly sessions: readonly SignedInSession[] } };

  /** Everybody who can own a feature. */
  "GET /people": { answer: { readonly people: readonly Person[] } };

  "GET /members": { answer: { readonly members: readonly Member[] } };
  "POST /members": {
    body: { email: string; name?: string; role: Role };
    answer: { readonly member: Member; readonly link: SignInLink };
  };
  "PATCH /members/:user": { body: { role: Role }; answer: { readonly member: Member } };
  "POST /members/:user/link": {
    body: Record<string, never>;
    answer: { readonly link: SignInLink };
  };
  "DELETE /members/:user": {
    body: { revokeTokens?: boolean };
    /** The names of the person's tokens that stay active. */
    answer: { readonly removed: true; readonly activeTokens: readonly string[] };
  };
}
