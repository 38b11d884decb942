import { GatehouseError } from "../../core/errors.ts";
import { sessionProofMs } from "../../core/model/account.ts";
import type { CallerSession } from "../../core/model/caller.ts";
import { identityOf } from "../../core/model/sign-on-records.ts";
import { hashSecret, newSecret } from "../../core/secrets/random-secret.ts";
import type { ShortLivedStorage } from "../../storage/short-lived-storage.ts";
import { admitAccount, linkAccount } from "../commands/identity-commands.ts";
import { requireSession } from "../commands/require-session.ts";
import { startSession } from "../commands/session-commands.ts";
import type { Writer } from "../writer/writer.ts";
import { orUnavailable } from "./or-unavailable.ts";
import { type RequestFacts, sessionOrigin } from "./request-facts.ts";
import type { FoundSession, SignedIn } from "./sessions.ts";
import type { SignInAttempts } from "./sign-in-attempts.ts";
import type { ProviderAnswer, SignOnChecks, SignOnProvider } from "./sign-on-provider.ts";

export interface SignOnOptions {
  readonly writer: Writer;
  readonly attempts: SignInAttempts;
  readonly kept: ShortLivedStorage;
  readonly provider: SignOnProvider;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Why a person goes to the provider: to sign in, to sign in again, or to link the account. */
export const signOnPurposes = ["sign_in", "proof", "link"] as const;
export type SignOnPurpose = (typeof signOnPurposes)[number];

/** What the server remembers of a sign-in that has begun. */
interface Begun {
  readonly purpose: SignOnPurpose;
  /** The hash of the session that links an account or signs in again; null for a sign-in. */
  readonly session: string | null;
}

/** The way to the provider, and the value of a cookie, of which only a hash is stored. */
export interface SignOnStart {
  readonly url: string;
  readonly cookieValue: string;
}

/** What the browser brings back from the provider. */
export interface SignOnAnswer {
  readonly cookieValue: string | undefined;
  readonly answer: URLSearchParams;
  readonly redirectUrl: string;
}

/** Time for a person to sign in at the provider. */
const lifetimeMs = 10 * 60_000;

/**
 * Signing in at an OpenID Connect provider (docs/governance.md#sign-on). State, nonce and verifier are
 * hashes of a secret that only the browser has, in a cookie. The server stores that the secret was
 * issued, and accepts it once.
 */
export class SignOn {
  readonly #options: SignOnOptions;

  constructor(options: SignOnOptions) {
    this.#options = options;
  }

  get issuer(): string {
    return this.#options.provider.issuer;
  }

  /** Throws `too_many_attempts`, `sign_on_unavailable` and `unavailable`. */
  async start(
    purpose: SignOnPurpose,
    redirectUrl: string,
    { facts, found }: { readonly facts: RequestFacts; readonly found: FoundSession | null },
  ): Promise<SignOnStart> {
    const { attempts, kept, provider } = this.#options;
    await attempts.takePasskey(facts);
    const cookieValue = newSecret();
    const url = await provider.signInUrl(checksOf(cookieValue, redirectUrl), {
      asksAgain: purpose !== "sign_in",
    });
    const begun: Begun = { purpose, session: found?.session.hash ?? null };
    await orUnavailable(kept.keep(keyOf(cookieValue), JSON.stringify(begun), lifetimeMs));
    return { url, cookieValue };
  }

  /**
   * Ends a sign-in with the answer of the provider; resolves with null if it linked the account to
   * the session's member. Throws `sign_on_failed` for an answer that was used, is forged, or belongs
   * to another browser, and the refusals of `admitAccount` and `linkAccount`.
   */
  async finish(
    { cookieValue, answer, redirectUrl }: SignOnAnswer,
    { facts, found }: { readonly facts: RequestFacts; readonly found: FoundSession | null },
  ): Promise<SignedIn | null> {
    const begun = cookieValue === undefined ? null : await this.#takeOut(cookieValue);
    if (cookieValue === undefined || begun === null) {
      throw new GatehouseError("sign_on_failed");
    }
    const account = await this.#options.provider.account(
      answer,
      checksOf(cookieValue, redirectUrl),
    );
    if (begun.purpose === "sign_in") {
      return this.#signIn(account, facts, null);
    }
    if (found === null || found.session.hash !== begun.session) {
      throw new GatehouseError("session_ended");
    }
    return begun.purpose === "link"
      ? this.#link(account, found)
      : this.#signIn(account, facts, found);
  }

  /** The URL that ends the session at the provider; null if there is none. */
  signOutUrl(returnTo: string): Promise<string | null> {
    return this.#options.provider.signOutUrl(returnTo);
  }

  async #takeOut(cookieValue: string): Promise<Begun | null> {
    const text = await orUnavailable(this.#options.kept.takeOut(keyOf(cookieValue)));
    return text === null ? null : JSON.parse(text);
  }

  /** Starts a session; in exchange for the session of the same person, if there is one. */
  async #signIn(
    account: ProviderAnswer,
    facts: RequestFacts,
    replaced: FoundSession | null,
  ): Promise<SignedIn> {
    const { writer, now } = this.#options;
    const cookieValue = newSecret();
    const { authenticatedAt } = account;
    const isProven = authenticatedAt !== null && now() - authenticatedAt < sessionProofMs;
    const outcome = await writer.submit((draft) => {
      if (replaced !== null && identityOf(draft.state, account)?.userId !== replaced.user.id) {
        return "proof_wrong";
      }
      const user = admitAccount(draft, account);
      if (typeof user === "string") {
        return user;
      }
      if (replaced !== null) {
        draft.record({ kind: "sessions.ended", hashes: [replaced.session.hash] });
      }
      const session = startSession(draft, {
        ...sessionOrigin(facts),
        ...{ method: "provider", userId: user.id, cookieValue, atProvider: { isProven } },
      });
      return { cookieValue, session, user };
    });
    if (typeof outcome === "string") {
      throw new GatehouseError(outcome, outcome === "proof_wrong" ? { message: otherPerson } : {});
    }
    await this.#options.attempts.passkeySucceeded(facts);
    return outcome;
  }

  async #link(account: ProviderAnswer, { session, user }: FoundSession): Promise<null> {
    const right: CallerSession = { hash: session.hash, userId: user.id, roleMin: "viewer" };
    await this.#options.writer.submit((draft) => {
      requireSession(draft, right);
      linkAccount(draft, account, user);
    });
    return null;
  }
}

const otherPerson =
  "Another person, or a person without a linked account, signed in at the provider";

function keyOf(cookieValue: string): string {
  return `sign-on ${hashSecret(cookieValue)}`;
}

function checksOf(cookieValue: string, redirectUrl: string): SignOnChecks {
  const derived = (name: string) => hashSecret(`${name} ${cookieValue}`);
  return {
    state: derived("state"),
    nonce: derived("nonce"),
    verifier: derived("verifier"),
    redirectUrl,
  };
}
