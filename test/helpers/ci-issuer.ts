import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import type { TargetAnswer } from "../../src/webhooks/targets/webhook-target.ts";

export const ciIssuer = "https://ci.example.com";
export const ciAudience = "https://flags.example.com";

/** A new pair takes some hundredths of a second. */
const firstKeys = generateKeyPair("RS256", { extractable: true });
const statusOk = 200;
const statusMissing = 404;

/** Claims in addition to the usual ones, or instead of them; undefined removes one. */
type ClaimsOfJob = Readonly<Record<string, unknown>>;

/** A CI system that signs tokens of jobs, and answers the requests for its keys. */
export class CiIssuer {
  /** The URLs of the requests. */
  readonly requests: string[] = [];
  isReachable = true;
  readonly #url: string;
  #keys = firstKeys;
  #keyId = 1;
  #jobs = 0;

  constructor(url = ciIssuer) {
    this.#url = url;
  }

  /** From now on it signs with another key. */
  rotate(): void {
    this.#keys = generateKeyPair("RS256", { extractable: true });
    this.#keyId++;
  }

  /** A new token of a job of the repository 42. */
  async token(more: ClaimsOfJob = {}): Promise<string> {
    const { privateKey } = await this.#keys;
    return new SignJWT(this.claims(more))
      .setProtectedHeader({ alg: "RS256", kid: String(this.#keyId) })
      .sign(privateKey);
  }

  claims(more: ClaimsOfJob = {}): JWTPayload {
    const now = Math.floor(Date.now() / 1_000);
    const claims: Record<string, unknown> = {
      ...{ iss: this.#url, aud: ciAudience, sub: "repo:acme/shop:ref:refs/heads/main" },
      ...{ repository_id: "42", ref: "refs/heads/main", jti: `job-${++this.#jobs}` },
      ...{ iat: now, exp: now + 300, ...more },
    };
    return claims;
  }

  get publicKey() {
    return this.#keys.then(({ publicKey }) => publicKey);
  }

  readonly get = async (url: string): Promise<TargetAnswer> => {
    this.requests.push(url);
    if (!this.isReachable) {
      return { kind: "failed", reason: "no answer" };
    }
    const body = await this.#bodyOf(url);
    return {
      kind: "answered",
      status: body === undefined ? statusMissing : statusOk,
      headers: new Headers(),
      body: JSON.stringify(body ?? {}),
    };
  };

  async #bodyOf(url: string): Promise<unknown> {
    switch (url) {
      case `${this.#url}/.well-known/openid-configuration`:
        return { issuer: this.#url, jwks_uri: `${this.#url}/jwks` };
      case `${this.#url}/jwks`: {
        const key = await exportJWK(await this.publicKey);
        return { keys: [{ ...key, kid: String(this.#keyId), alg: "RS256", use: "sig" }] };
      }
      default:
        return undefined;
    }
  }
}
