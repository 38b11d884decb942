import { describe, expect, test } from "bun:test";
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { CiTokens } from "../../../src/server/sign-on/ci-tokens.ts";
import { CiIssuer, ciAudience, ciIssuer } from "../../helpers/ci-issuer.ts";

const expected = { issuer: ciIssuer, audiences: ["https://other.example.com", ciAudience] };
const otherKeys = generateKeyPair("RS256", { extractable: true });
const now = () => Math.floor(Date.now() / 1_000);

function start(more: { now?: () => number } = {}) {
  const issuer = new CiIssuer();
  const failures: string[] = [];
  const tokens = new CiTokens({
    ...{ allowed: [], now: Date.now, get: issuer.get, ...more },
    onFailure: (reason) => void failures.push(reason),
  });
  return { issuer, tokens, failures };
}

test("a right token is verified, with keys that are fetched once", async () => {
  const { issuer, tokens } = start();
  for (let count = 0; count < 3; count++) {
    expect(await tokens.claims(await issuer.token(), expected)).toMatchObject({
      repository_id: "42",
    });
  }
  expect(issuer.requests).toEqual([
    `${ciIssuer}/.well-known/openid-configuration`,
    `${ciIssuer}/jwks`,
  ]);
});

const refusals: readonly (readonly [string, (issuer: CiIssuer) => Promise<string>])[] = [
  ["for another audience", (issuer) => issuer.token({ aud: "https://evil.example" })],
  ["of another issuer", (issuer) => issuer.token({ iss: "https://evil.example" })],
  ["that has expired", (issuer) => issuer.token({ exp: now() - 60 })],
  ["that never expires", (issuer) => issuer.token({ exp: undefined })],
  ["that is 11 minutes old", (issuer) => issuer.token({ iat: now() - 660 })],
  ["without its time", (issuer) => issuer.token({ iat: undefined })],
  ["of the future", (issuer) => issuer.token({ iat: now() + 60 })],
  ["that is not valid yet", (issuer) => issuer.token({ nbf: now() + 60 })],
  ["without an id", (issuer) => issuer.token({ jti: undefined })],
  ["that is not signed", async (issuer) => new UnsecuredJWT(issuer.claims()).encode()],
  [
    "signed with the public key as a secret",
    async (issuer) =>
      new SignJWT(issuer.claims())
        .setProtectedHeader({ alg: "HS256", kid: "1" })
        .sign(new TextEncoder().encode(await exportSPKI(await issuer.publicKey))),
  ],
  [
    "signed by another key",
    async (issuer) =>
      new SignJWT(issuer.claims())
        .setProtectedHeader({ alg: "RS256", kid: "1" })
        .sign((await otherKeys).privateKey),
  ],
  [
    "with its own key in the header",
    async (issuer) => {
      const { publicKey, privateKey } = await otherKeys;
      return new SignJWT(issuer.claims())
        .setProtectedHeader({ alg: "RS256", jwk: await exportJWK(publicKey) })
        .sign(privateKey);
    },
  ],
  [
    "whose claims were changed",
    async (issuer) => {
      const [head, , signature] = (await issuer.token()).split(".");
      const claims = JSON.stringify(issuer.claims({ repository_id: "43" }));
      return [head, Buffer.from(claims).toString("base64url"), signature].join(".");
    },
  ],
  ["that is no token", async () => "x"],
];

test.each(refusals)("a token %s is refused", async (_, tokenOf) => {
  const { issuer, tokens, failures } = start();
  const token = await tokenOf(issuer);
  await expect(tokens.claims(token, expected)).rejects.toMatchObject({
    refusal: "ci_token_refused",
  });
  expect(failures).toHaveLength(1);
  expect(failures.join("")).not.toContain(token.split(".")[1] ?? "-");
});

describe("the keys of an issuer", () => {
  test("are fetched again for an unknown key, but at most once a minute", async () => {
    let time = Date.now();
    const { issuer, tokens } = start({ now: () => time });
    await tokens.claims(await issuer.token(), expected);
    issuer.rotate();
    await expect(tokens.claims(await issuer.token(), expected)).rejects.toMatchObject({
      refusal: "ci_token_refused",
    });
    expect(issuer.requests).toHaveLength(2);
    time += 61_000;
    expect(await tokens.claims(await issuer.token(), expected)).toBeDefined();
    expect(issuer.requests).toHaveLength(4);
  });

  test("are used for longer while the issuer does not answer", async () => {
    let time = Date.now();
    const { issuer, tokens } = start({ now: () => time });
    await tokens.claims(await issuer.token(), expected);
    issuer.isReachable = false;
    time += 11 * 60_000;
    const later = { iat: Math.floor(time / 1_000), exp: Math.floor(time / 1_000) + 60 };
    expect(await tokens.claims(await issuer.token(later), expected)).toBeDefined();
    const { issuer: other, tokens: fresh } = start();
    other.isReachable = false;
    await expect(fresh.claims(await other.token(), expected)).rejects.toMatchObject({
      refusal: "sign_on_unavailable",
    });
  });

  test("are fetched from no private address", async () => {
    const failures: string[] = [];
    const tokens = new CiTokens({
      ...{ allowed: [], now: Date.now, onFailure: (reason) => void failures.push(reason) },
    });
    for (const issuer of ["https://127.0.0.1", "http://169.254.169.254", "https://localhost"]) {
      await expect(tokens.claims("x.y.z", { issuer, audiences: ["a"] })).rejects.toMatchObject({
        refusal: "sign_on_unavailable",
      });
    }
    expect(failures).toEqual([
      expect.stringContaining("whose address is not public"),
      expect.stringContaining("whose address is not public"),
      expect.stringContaining("whose address is not public"),
    ]);
  });
});
