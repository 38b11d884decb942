import { afterAll, beforeAll, expect, test } from "bun:test";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import type { SignOnChecks } from "../../../src/app/sessions/sign-on-provider.ts";
import { OpenIdProvider } from "../../../src/server/sign-on/openid-provider.ts";

type Claims = Readonly<Record<string, unknown>>;
type Sign = (claims: Claims) => Promise<string>;

const checks: SignOnChecks = {
  state: "s".repeat(64),
  nonce: "n".repeat(64),
  verifier: "v".repeat(64),
  redirectUrl: "https://flags.example.com/sign-in",
};

const keys = await generateKeyPair("RS256", { extractable: true });
const otherKeys = await generateKeyPair("RS256", { extractable: true });
const now = () => Math.floor(Date.now() / 1_000);

let idToken = "";
let sentForm = new URLSearchParams();
let server: ReturnType<typeof Bun.serve>;
let issuer = "";

beforeAll(async () => {
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: "one", alg: "RS256", use: "sig" };
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === "/.well-known/openid-configuration") {
        return Response.json({
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256"],
        });
      }
      if (pathname === "/jwks") {
        return Response.json({ keys: [jwk] });
      }
      sentForm = new URLSearchParams(await request.text());
      return Response.json({ access_token: "a", token_type: "bearer", id_token: idToken });
    },
  });
  issuer = `http://127.0.0.1:${server.port}`;
});

afterAll(() => server.stop(true));

function rightClaims(): Claims {
  return {
    ...{ iss: issuer, sub: "ada", aud: "gatehouse", nonce: checks.nonce },
    ...{ iat: now(), exp: now() + 60, email: "ada@example.com", groups: ["platform", 7] },
  };
}

const signed: Sign = (claims) =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg: "RS256", kid: "one" }).sign(keys.privateKey);
const signedByOther: Sign = (claims) =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: "RS256", kid: "one" })
    .sign(otherKeys.privateKey);
const signedWithSecret: Sign = (claims) =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode("the secret"));
const unsigned: Sign = async (claims) => new UnsecuredJWT({ ...claims }).encode();

async function accountOf(claims: Claims, sign: Sign) {
  idToken = await sign(claims);
  const provider = new OpenIdProvider({
    ...{ issuer, clientId: "gatehouse", clientSecret: "the secret", groupsClaim: "groups" },
    onFailure: (reason) => expect(reason).not.toContain("the secret"),
    now: Date.now,
  });
  return provider.account(
    new URLSearchParams({ code: "c", state: checks.state, iss: issuer }),
    checks,
  );
}

test("a right ID token names the account, and the verifier goes to the provider alone", async () => {
  expect(await accountOf(rightClaims(), signed)).toEqual({
    ...{ issuer, subject: "ada", email: "ada@example.com", name: null, groups: ["platform"] },
    authenticatedAt: null,
  });
  expect(sentForm.get("code_verifier")).toBe(checks.verifier);
});

const wrong: readonly (readonly [string, () => Claims, Sign])[] = [
  ["for another audience", () => ({ ...rightClaims(), aud: "other" }), signed],
  ["of another issuer", () => ({ ...rightClaims(), iss: "https://evil.example" }), signed],
  ["that has expired", () => ({ ...rightClaims(), iat: now() - 600, exp: now() - 60 }), signed],
  ["with another nonce", () => ({ ...rightClaims(), nonce: "m".repeat(64) }), signed],
  ["without a nonce", () => ({ ...rightClaims(), nonce: undefined }), signed],
  ["without a subject", () => ({ ...rightClaims(), sub: undefined }), signed],
  ["that is not signed", rightClaims, unsigned],
  ["signed with the client's secret", rightClaims, signedWithSecret],
  ["signed by another key", rightClaims, signedByOther],
  ["that is no token", rightClaims, async () => "x.y.z"],
];

test.each(wrong)("an ID token %s is refused", async (_, claims, sign) => {
  await expect(accountOf(claims(), sign)).rejects.toMatchObject({ refusal: "sign_on_failed" });
});
