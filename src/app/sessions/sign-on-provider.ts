import type { ProviderAccount } from "../commands/identity-commands.ts";

/** What a sign-in at the provider must return to; each is a hash, or a URL. */
export interface SignOnChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUrl: string;
}

export interface ProviderAnswer extends ProviderAccount {
  /** When the person proved their identity, in milliseconds since the epoch; null if unknown. */
  readonly authenticatedAt: number | null;
}

/**
 * An OpenID Connect provider. Nothing is sent to it before the first sign-in, so the server starts
 * without it. The methods reject with `sign_on_unavailable` if it does not answer.
 */
export interface SignOnProvider {
  readonly issuer: string;
  /** The URL to which the browser goes. With `asksAgain` the provider must not skip its question. */
  signInUrl(checks: SignOnChecks, options: { readonly asksAgain: boolean }): Promise<string>;
  /** The account of an answer, which was verified. Rejects with `sign_on_failed`. */
  account(answer: URLSearchParams, checks: SignOnChecks): Promise<ProviderAnswer>;
  /** The URL that ends the session at the provider; null if it has none, or does not answer. */
  signOutUrl(returnTo: string): Promise<string | null>;
}
