import { expect, test } from "bun:test";
import { loadConfig } from "../helpers/load-config.ts";

const issuer = "https://login.example.com";
const needed = ["--oidc-client-id=toggles", "--oidc-client-secret-file=/run/secrets/oidc"];
const publicUrl = "--public-url=https://flags.example.com";
const signOn = {
  ...{ issuer, clientId: "toggles", clientSecretFile: "/run/secrets/oidc" },
  ...{ groupsClaim: "groups", isOnly: false },
};

test("without a provider there is none", () => {
  expect(loadConfig([], {}).signOn).toBeUndefined();
});

test("a provider needs an id, a secret and the public URL", () => {
  expect(loadConfig([`--oidc-issuer=${issuer}`, ...needed, publicUrl], {}).signOn).toEqual(signOn);
  const variables = {
    GATEHOUSE_OIDC_ISSUER: issuer,
    GATEHOUSE_OIDC_CLIENT_ID: "toggles",
    GATEHOUSE_OIDC_CLIENT_SECRET_FILE: "/run/secrets/oidc",
    GATEHOUSE_OIDC_GROUPS_CLAIM: "roles",
    GATEHOUSE_SSO_ONLY: "on",
  };
  expect(loadConfig([publicUrl], variables).signOn).toEqual({
    ...{ ...signOn, groupsClaim: "roles", isOnly: true },
  });
  expect(loadConfig(["--mode=mountable"], variables).signOn).toBeUndefined();
});

test.each([
  [[`--oidc-issuer=${issuer}`, ...needed], "--public-url"],
  [[`--oidc-issuer=${issuer}`, publicUrl], "--oidc-client-id"],
  [needed, "need --oidc-issuer"],
  [["--sso-only"], "need --oidc-issuer"],
  [["--oidc-issuer=http://login.example.com", ...needed, publicUrl], "must be an https URL"],
  [["--oidc-issuer=login", ...needed, publicUrl], "must be an http or https URL"],
  [[`--oidc-issuer=${issuer}`, "--oidc-client-id=a b", publicUrl], "printable ASCII"],
])("%j is refused", (flags, reason) => {
  expect(() => loadConfig(flags, {})).toThrow(reason);
});

test.each(["http://127.0.0.1:9000", "http://localhost", "http://[::1]:9000"])(
  "%s may be a provider on this machine",
  (local) => {
    const flags = [`--oidc-issuer=${local}`, ...needed, publicUrl];
    expect(loadConfig(flags, {}).signOn?.issuer).toBe(local);
  },
);
