import { expect } from "bun:test";
import { SoftwareAuthenticator } from "../app/sessions/software-authenticator.ts";

type WebAuthn = typeof import("@simplewebauthn/server");

/** Registers a passkey and signs in with it, by a packed copy of the library. */
export async function usePasskey(library: WebAuthn): Promise<void> {
  const site = { id: "flags.example.com", origin: "https://flags.example.com" };
  const challenge = "YWJj";
  const expected = {
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    expectedChallenge: challenge,
  };
  const authenticator = new SoftwareAuthenticator(site);
  const registered = await library.verifyRegistrationResponse({
    ...expected,
    response: authenticator.register(challenge),
  });
  const credential = registered.registrationInfo?.credential;
  expect(credential?.id).toBe(authenticator.id);
  const answered = await library.verifyAuthenticationResponse({
    ...expected,
    response: authenticator.answer(challenge),
    credential: credential ?? { id: "", publicKey: new Uint8Array(), counter: 0 },
  });
  expect(answered.verified).toBe(true);
}
