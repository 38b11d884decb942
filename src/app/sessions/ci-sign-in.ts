import { GatehouseError } from "../../core/errors.ts";
import type { TrustRule } from "../../core/model/sign-on.ts";
import type { State } from "../../core/model/state.ts";
import { hashSecret } from "../../core/secrets/random-secret.ts";
import { type IssuedJobToken, issueJobToken, trustRules } from "../commands/trust-commands.ts";
import type { Writer } from "../writer/writer.ts";
import type { RequestFacts } from "./request-facts.ts";
import type { SignInAttempts } from "./sign-in-attempts.ts";

/** The claims of a verified token. */
export type VerifiedClaims = Readonly<Record<string, unknown>>;

/** Verifies tokens of CI systems. */
export interface CiTokenVerifier {
  /**
   * The claims of a token that an issuer signed for one of the audiences at most 10 minutes ago.
   * Rejects with `ci_token_refused`, and with `sign_on_unavailable` if the issuer does not answer.
   */
  claims(
    token: string,
    expected: { readonly issuer: string; readonly audiences: readonly string[] },
  ): Promise<VerifiedClaims>;
}

export interface CiSignInOptions {
  readonly writer: Writer;
  readonly attempts: SignInAttempts;
  readonly verifier: CiTokenVerifier;
}

export interface SignedInJob extends IssuedJobToken {
  readonly rule: TrustRule;
}

/** From the most rights to the fewest. */
const accesses = ["read_and_write", "read_only", "evaluate"] as const;

/** Exchanges tokens of CI systems for tokens of an environment (docs/governance.md#ci-jobs). */
export class CiSignIn {
  readonly #options: CiSignInOptions;

  constructor(options: CiSignInOptions) {
    this.#options = options;
  }

  /**
   * `isAsked` says whether a rule is for the environment that the job asks for. Of several rules that
   * match, the one with the most rights counts. Throws `ci_token_refused`, `too_many_attempts`,
   * `sign_on_unavailable` and `token_limit`.
   */
  async signIn(
    token: string,
    facts: RequestFacts,
    isAsked: (rule: TrustRule) => boolean,
  ): Promise<SignedInJob> {
    const { writer, attempts, verifier } = this.#options;
    await attempts.takePasskey(facts);
    const issuer = issuerIn(token);
    const { state } = writer;
    const rules = trustRules(state).filter(
      (rule) => rule.issuer === issuer && isActive(state, rule) && isAsked(rule),
    );
    if (issuer === undefined || rules.length === 0) {
      // Nothing is fetched for an issuer that no rule trusts.
      throw new GatehouseError("ci_token_refused");
    }
    const audiences = [...new Set(rules.map(({ audience }) => audience))];
    const claims = await verifier.claims(token, { issuer, audiences });
    const [rule] = rules
      .filter((each) => isMatched(each, claims))
      .sort((left, right) => accesses.indexOf(left.access) - accesses.indexOf(right.access));
    const { jti } = claims;
    if (rule === undefined || typeof jti !== "string") {
      throw new GatehouseError("ci_token_refused");
    }
    const usedId = hashSecret(JSON.stringify([issuer, jti]));
    const issued = await writer.submit((draft) => issueJobToken(draft, rule, usedId));
    await attempts.passkeySucceeded(facts);
    return { ...issued, rule };
  }
}

/** The issuer that a token names, before anything is verified; undefined if it names none. */
function issuerIn(token: string): string | undefined {
  try {
    const [, payload = ""] = token.split(".");
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    const issuer: unknown =
      claims instanceof Object && "iss" in claims && Object.hasOwn(claims, "iss")
        ? claims.iss
        : undefined;
    return typeof issuer === "string" ? issuer : undefined;
  } catch {
    return undefined;
  }
}

/** Whether nobody has revoked the token that stands for a rule. */
function isActive(state: State, { tokenHash }: TrustRule): boolean {
  return state.tokens.get(tokenHash)?.revokedAt === null;
}

function isMatched({ audience, claims: wanted }: TrustRule, claims: VerifiedClaims): boolean {
  const { aud } = claims;
  const sent: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  return (
    sent.includes(audience) &&
    Object.entries(wanted).every(
      ([name, value]) => Object.hasOwn(claims, name) && textOf(claims[name]) === value,
    )
  );
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === "string" || typeof claim === "number" || typeof claim === "boolean"
    ? String(claim)
    : undefined;
}
