import type { Configuration, IDToken } from "openid-client";
import type {
  ProviderAnswer,
  SignOnChecks,
  SignOnProvider,
} from "../../app/sessions/sign-on-provider.ts";
import { GatehouseError } from "../../core/errors.ts";
import { describeError } from "../../core/text/describe-error.ts";
import { isEmail, isPersonName } from "../../core/text/person-text.ts";
import { hourMs } from "../../core/time-units.ts";

export interface OpenIdProviderOptions {
  /** The URL of the provider. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The claim with the names of the person's groups. */
  readonly groupsClaim: string;
  /** Called with the reason of each failure; it holds no secrets. */
  readonly onFailure: (reason: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Loaded for the first sign-in: loading it takes time that a start does not have. */
const library = () => import("openid-client");

const scopeDefault = "openid email profile";
const timeoutSeconds = 10;
const answerBytesMax = 1024 * 1024;
/** Asks the provider to say when the person signed in there; it asks again after this time. */
const maxAgeSeconds = 30 * 86_400;
const groupsMax = 1_000;
const groupLengthMax = 255;

/**
 * An OpenID Connect provider: code flow with PKCE. It is discovered at the first sign-in, and again
 * after an hour. Signatures of ID tokens are verified.
 */
export class OpenIdProvider implements SignOnProvider {
  readonly #options: OpenIdProviderOptions;
  #discovered: { readonly at: number; readonly configuration: Configuration } | undefined;

  constructor(options: OpenIdProviderOptions) {
    this.#options = options;
  }

  get issuer(): string {
    return this.#options.issuer;
  }

  async signInUrl(
    { state, nonce, verifier, redirectUrl }: SignOnChecks,
    { asksAgain }: { readonly asksAgain: boolean },
  ): Promise<string> {
    const configuration = await this.#configuration();
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
    // Some providers send groups for a scope of that name, and others refuse a scope that they lack.
    const { groupsClaim } = this.#options;
    const hasScope =
      configuration.serverMetadata().scopes_supported?.includes(groupsClaim) === true;
    const scope = hasScope ? `${scopeDefault} ${groupsClaim}` : scopeDefault;
    return buildAuthorizationUrl(configuration, {
      ...{ redirect_uri: redirectUrl, scope, state, nonce },
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      ...(asksAgain ? { prompt: "login", max_age: "0" } : { max_age: String(maxAgeSeconds) }),
    }).href;
  }

  async account(
    answer: URLSearchParams,
    { state, nonce, verifier, redirectUrl }: SignOnChecks,
  ): Promise<ProviderAnswer> {
    const configuration = await this.#configuration();
    const { authorizationCodeGrant } = await library();
    try {
      const tokens = await authorizationCodeGrant(
        configuration,
        new URL(`${redirectUrl}?${answer}`),
        {
          ...{ pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce },
          idTokenExpected: true,
        },
      );
      const claims = tokens.claims();
      if (claims === undefined) {
        throw new Error("the provider sent no ID token");
      }
      return this.#answer(await this.#withUserInfo(configuration, claims, tokens.access_token));
    } catch (error) {
      throw this.#failed(error, "sign_on_failed");
    }
  }

  async signOutUrl(returnTo: string): Promise<string | null> {
    try {
      const configuration = await this.#configuration();
      if (configuration.serverMetadata().end_session_endpoint === undefined) {
        return null;
      }
      const { buildEndSessionUrl } = await library();
      return buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href;
    } catch {
      // The session here has ended, whatever the provider does.
      return null;
    }
  }

  async #configuration(): Promise<Configuration> {
    const { issuer, clientId, clientSecret, now } = this.#options;
    if (this.#discovered !== undefined && now() - this.#discovered.at < hourMs) {
      return this.#discovered.configuration;
    }
    const client = await library();
    try {
      const isPlain = issuer.startsWith("http:");
      const configuration = await client.discovery(
        new URL(issuer),
        clientId,
        undefined,
        client.ClientSecretBasic(clientSecret),
        {
          timeout: timeoutSeconds,
          [client.customFetch]: boundedFetch,
          execute: [
            client.enableNonRepudiationChecks,
            ...(isPlain ? [client.allowInsecureRequests] : []),
          ],
        },
      );
      this.#discovered = { at: now(), configuration };
      return configuration;
    } catch (error) {
      throw this.#failed(error, "sign_on_unavailable");
    }
  }

  /** Some providers send groups and addresses with the user info alone. */
  async #withUserInfo(
    configuration: Configuration,
    claims: IDToken,
    accessToken: string,
  ): Promise<IDToken> {
    const { [this.#options.groupsClaim]: groups, email } = claims;
    const isComplete = groups !== undefined && email !== undefined;
    if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) {
      return claims;
    }
    const { fetchUserInfo } = await library();
    const more = await fetchUserInfo(configuration, accessToken, claims.sub);
    return { ...more, ...claims };
  }

  #answer(claims: IDToken): ProviderAnswer {
    const { groupsClaim } = this.#options;
    const { email, email_verified: isVerified, name } = claims;
    const groups = claims[groupsClaim];
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email:
        typeof email === "string" && isEmail(email) && isVerified !== false
          ? email.toLowerCase()
          : null,
      name: typeof name === "string" && isPersonName(name) ? name : null,
      groups: Array.isArray(groups) ? groups.filter(isGroup).slice(0, groupsMax) : [],
      authenticatedAt: typeof claims.auth_time === "number" ? claims.auth_time * 1_000 : null,
    };
  }

  #failed(error: unknown, refusal: "sign_on_failed" | "sign_on_unavailable"): GatehouseError {
    this.#options.onFailure(reasonOf(error));
    return new GatehouseError(refusal, { cause: error });
  }
}

/** The provider names the reason of a refusal in a member of the error. */
function reasonOf(error: unknown): string {
  const named: unknown = error instanceof Error && "error" in error ? error.error : undefined;
  const reason = error instanceof Error ? error.message : describeError(error);
  return typeof named === "string" ? `${reason}: ${named}` : reason;
}

function isGroup(group: unknown): group is string {
  return typeof group === "string" && group.length <= groupLengthMax;
}

/** The answers are short. A redirect is an answer: it is not followed. */
async function boundedFetch(url: string, options: RequestInit): Promise<Response> {
  const answer = await fetch(url, { ...options, redirect: "manual" });
  const reader = answer.body?.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    length += part.value.length;
    if (length > answerBytesMax) {
      await reader?.cancel();
      throw new Error("the provider sent more than 1 MiB");
    }
    chunks.push(part.value);
  }
  const { status, statusText, headers } = answer;
  return new Response(length === 0 ? null : new Blob(chunks), { status, statusText, headers });
}
