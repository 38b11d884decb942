import type { JSONWebKeySet, JWTPayload } from "jose";
import type { CiTokenVerifier } from "../../app/sessions/ci-sign-in.ts";
import { GatehouseError } from "../../core/errors.ts";
import type { Network } from "../../core/network/network.ts";
import { isJsonObject } from "../../core/text/json-object.ts";
import { minuteMs } from "../../core/time-units.ts";
import { sendToTarget } from "../../webhooks/targets/send-to-target.ts";
import type { TargetAnswer } from "../../webhooks/targets/webhook-target.ts";

export interface CiTokensOptions {
  /** Networks of issuers that are allowed although they are not public. */
  readonly allowed: readonly Network[];
  /** Called with the reason of each refusal; it holds no token. */
  readonly onFailure: (reason: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Sends a GET; the checked network of webhooks unless given. */
  readonly get?: (url: string) => Promise<TargetAnswer>;
}

interface KnownKeys {
  readonly fetchedAt: number;
  readonly keys: JSONWebKeySet;
}

/** Loaded for the first token. */
const library = () => import("jose");

const keysMs = 10 * minuteMs;
/** Keys are fetched again for an unknown key, but at most so often. */
const refetchMs = minuteMs;
const issuersMax = 100;
const ageMax = "10m";
const skewSeconds = 5;
const lastSlash = /\/$/;
const statusOk = 200;
/** A code: names of classes are shorter in the executable. */
const unknownKey = "ERR_JWKS_NO_MATCHING_KEY";

/**
 * Verifies tokens of CI systems. Their keys are fetched from the issuer, as webhooks are sent: to
 * checked addresses, without redirects, and at most 64 KiB.
 */
export class CiTokens implements CiTokenVerifier {
  readonly #options: CiTokensOptions;
  readonly #keys = new Map<string, KnownKeys>();

  constructor(options: CiTokensOptions) {
    this.#options = options;
  }

  async claims(
    token: string,
    expected: { readonly issuer: string; readonly audiences: readonly string[] },
  ): Promise<JWTPayload> {
    const { issuer } = expected;
    const known = await this.#keysOf(issuer, keysMs);
    try {
      return await this.#verified(token, expected, known);
    } catch (error) {
      const isUnknownKey = error instanceof Error && "code" in error && error.code === unknownKey;
      const isOld = this.#options.now() - known.fetchedAt >= refetchMs;
      if (!isUnknownKey || !isOld) {
        throw this.#refused(error);
      }
    }
    const latest = await this.#keysOf(issuer, refetchMs);
    return this.#verified(token, expected, latest).catch((error: unknown) => {
      throw this.#refused(error);
    });
  }

  async #verified(
    token: string,
    { issuer, audiences }: { readonly issuer: string; readonly audiences: readonly string[] },
    { keys }: KnownKeys,
  ): Promise<JWTPayload> {
    const { createLocalJWKSet, jwtVerify } = await library();
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      ...{ issuer, audience: [...audiences], algorithms: ["RS256", "ES256"] },
      ...{ requiredClaims: ["exp", "iat", "jti"], maxTokenAge: ageMax },
      ...{ clockTolerance: skewSeconds, currentDate: new Date(this.#options.now()) },
    });
    return payload;
  }

  /** The keys of an issuer, fetched again if they are older. */
  async #keysOf(issuer: string, ageMsMax: number): Promise<KnownKeys> {
    const known = this.#keys.get(issuer);
    if (known !== undefined && this.#options.now() - known.fetchedAt < ageMsMax) {
      return known;
    }
    try {
      const configuration = await this.#json(
        `${issuer.replace(lastSlash, "")}/.well-known/openid-configuration`,
      );
      const { issuer: described, jwks_uri: url } = configuration;
      if (described !== issuer || typeof url !== "string") {
        throw new Error("the issuer describes another issuer, or names no keys");
      }
      const fetched = { fetchedAt: this.#options.now(), keys: keySetIn(await this.#json(url)) };
      if (this.#keys.size >= issuersMax) {
        this.#keys.clear();
      }
      this.#keys.set(issuer, fetched);
      return fetched;
    } catch (error) {
      if (known !== undefined) {
        return known;
      }
      this.#options.onFailure(reasonOf(error));
      throw new GatehouseError("sign_on_unavailable", {
        message: "The issuer of the CI token does not answer; try again later",
        cause: error,
      });
    }
  }

  async #json(url: string): Promise<Readonly<Record<string, unknown>>> {
    const { allowed, get } = this.#options;
    const answer = await (get?.(url) ??
      sendToTarget({ url, headers: { accept: "application/json" }, body: null, allowed }));
    if (answer.kind === "failed") {
      throw new Error(answer.reason);
    }
    if (answer.status !== statusOk) {
      throw new Error(`the issuer answered ${answer.status}`);
    }
    const value: unknown = JSON.parse(answer.body);
    if (!isJsonObject(value)) {
      throw new Error("the issuer answered no JSON object");
    }
    return value;
  }

  #refused(error: unknown): GatehouseError {
    this.#options.onFailure(reasonOf(error));
    return new GatehouseError("ci_token_refused", { cause: error });
  }
}

function keySetIn(value: Readonly<Record<string, unknown>>): JSONWebKeySet {
  const { keys } = value;
  if (!Array.isArray(keys)) {
    throw new Error("the issuer has no list of keys");
  }
  return { keys };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : "unknown";
}
