import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { GatehouseError } from "../../core/errors.ts";
import { type Passkey, passkeysPerUserMax } from "../../core/model/account.ts";
import type { CallerSession } from "../../core/model/caller.ts";
import type { User } from "../../core/model/user.ts";
import { newSecret } from "../../core/secrets/random-secret.ts";
import {
  addPasskey,
  markPasskeyUsed,
  passkeysOf,
  removePasskey,
  renamePasskey,
} from "../commands/passkey-commands.ts";
import { requireSession } from "../commands/require-session.ts";
import { startSession } from "../commands/session-commands.ts";
import type { Writer } from "../writer/writer.ts";
import type { FailedSignIns } from "./failed-sign-ins.ts";
import { anyKnownBrowser } from "./known-browsers.ts";
import type { PasskeyChallenges } from "./passkey-challenges.ts";
import { type RequestFacts, sessionOrigin } from "./request-facts.ts";
import type { FoundSession, OnOwnSignIn, SignedIn } from "./sessions.ts";
import type { PasskeyAttempt, SignInAttempts } from "./sign-in-attempts.ts";

export type PasskeyRegistration = RegistrationResponseJSON;
export type PasskeyAnswer = AuthenticationResponseJSON;
export type PasskeyRegistrationOptions = PublicKeyCredentialCreationOptionsJSON;
export type PasskeyRequestOptions = PublicKeyCredentialRequestOptionsJSON;

/** The site as browsers see it: passkeys work only there. */
export interface RelyingParty {
  /** The host name without a port, such as `flags.example.com`. */
  readonly id: string;
  /** Such as `https://flags.example.com`. */
  readonly origin: string;
}

export interface PasskeysOptions {
  readonly writer: Writer;
  readonly challenges: PasskeyChallenges;
  readonly attempts: SignInAttempts;
  readonly failures: FailedSignIns;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onOwnSignIn?: OnOwnSignIn | undefined;
}

interface PasskeySignIn extends RequestFacts {
  /** The only user whose passkeys are valid; if missing, all users. */
  readonly ofUser?: number;
}

const siteName = "Gatehouse";
const transportsMax = 8;
const transportLengthMax = 32;
const credentialIdLengthMax = 1_400;
const publicKeyBytesMax = 4_096;

const vendors = ["android-key", "android-safetynet", "apple"] as const;

/** Loaded for the first passkey: loading it takes longer than the rest of a start. */
const webAuthn = async () => {
  // A dependency of the library needs this first; the bundler does not preserve their order.
  await import("reflect-metadata");
  const library = await import("@simplewebauthn/server");
  // The vendor of an authenticator is not requested (`attestationType`), and has no effect. Without root
  // certificates the library checks no chain, and asks no vendor whether a certificate is revoked.
  for (const identifier of vendors) {
    library.SettingsService.setRootCertificates({ identifier, certificates: [] });
  }
  return library;
};

/**
 * Passkeys as a second way to sign in (docs/decisions.md#sign-in). The authenticator must verify the
 * person, by a fingerprint or a PIN, as a passkey replaces the password.
 */
export class Passkeys {
  readonly #options: PasskeysOptions;

  constructor(options: PasskeysOptions) {
    this.#options = options;
  }

  /** The options for `navigator.credentials.create`. Throws `passkey_limit`. */
  async registrationOptions(user: User, rp: RelyingParty): Promise<PasskeyRegistrationOptions> {
    const { generateRegistrationOptions } = await webAuthn();
    const known = this.list(user.id);
    if (known.length >= passkeysPerUserMax) {
      throw new GatehouseError("passkey_limit");
    }
    return generateRegistrationOptions({
      rpName: siteName,
      rpID: rp.id,
      userID: new TextEncoder().encode(String(user.id)),
      userName: user.email,
      userDisplayName: user.name,
      challenge: Buffer.from(await this.#options.challenges.issue(user.id), "base64url"),
      attestationType: "none",
      excludeCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
  }

  /** Throws `passkey_invalid`, `passkey_limit`, `name_invalid` and `session_ended`. */
  async register(
    { session, user }: Pick<FoundSession, "session" | "user">,
    name: string,
    response: PasskeyRegistration,
    rp: RelyingParty,
  ): Promise<Passkey> {
    const { writer, challenges } = this.#options;
    const { verifyRegistrationResponse } = await webAuthn();
    const { registrationInfo } = await verified(() =>
      verifyRegistrationResponse({
        response,
        expectedChallenge: (challenge) => challenges.redeem(challenge, user.id),
        expectedOrigin: rp.origin,
        expectedRPID: rp.id,
        requireUserVerification: true,
      }),
    );
    const credential = registrationInfo?.credential;
    if (
      credential === undefined ||
      credential.id.length > credentialIdLengthMax ||
      credential.publicKey.length > publicKeyBytesMax
    ) {
      throw new GatehouseError("passkey_invalid");
    }
    const transports = (credential.transports ?? [])
      .filter((transport) => transport.length <= transportLengthMax)
      .slice(0, transportsMax);
    const right: CallerSession = { hash: session.hash, userId: user.id, roleMin: "viewer" };
    return writer.submit((draft) => {
      requireSession(draft, right);
      return addPasskey(draft, {
        id: credential.id,
        userId: user.id,
        name,
        publicKey: Buffer.from(credential.publicKey).toString("base64url"),
        counter: credential.counter,
        transports,
      });
    });
  }

  /**
   * The options for `navigator.credentials.get`. They name no account: the browser offers the
   * passkeys that it has for the site. Throws `too_many_attempts`.
   */
  async signInOptions(rp: RelyingParty, facts: RequestFacts): Promise<PasskeyRequestOptions> {
    const { attempts, challenges } = this.#options;
    await attempts.takePasskey(this.#attempt(facts));
    const { generateAuthenticationOptions } = await webAuthn();
    return generateAuthenticationOptions({
      rpID: rp.id,
      challenge: Buffer.from(await challenges.issue(null), "base64url"),
      userVerification: "required",
    });
  }

  /** Throws `passkey_invalid` and `too_many_attempts`. */
  async signIn(
    response: PasskeyAnswer,
    rp: RelyingParty,
    { ofUser, ...facts }: PasskeySignIn,
  ): Promise<SignedIn> {
    const { writer, attempts, challenges, failures } = this.#options;
    const attempt = this.#attempt(facts);
    await attempts.takePasskey(attempt);
    const { verifyAuthenticationResponse } = await webAuthn();
    const passkey = writer.state.passkeys.get(response.id);
    if (passkey === undefined || (ofUser !== undefined && passkey.userId !== ofUser)) {
      throw new GatehouseError("passkey_invalid");
    }
    const { authenticationInfo } = await verified(() =>
      verifyAuthenticationResponse({
        response,
        expectedChallenge: (challenge) => challenges.redeem(challenge, null),
        expectedOrigin: rp.origin,
        expectedRPID: rp.id,
        credential: {
          id: passkey.id,
          publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, "base64url")),
          counter: passkey.counter,
        },
        requireUserVerification: true,
      }),
    ).catch((error: unknown) => {
      failures.note({ userId: passkey.userId, method: "passkey", ...facts });
      throw error;
    });
    const cookieValue = newSecret();
    const signedIn = await writer.submit((draft) => {
      markPasskeyUsed(draft, passkey.id, authenticationInfo.newCounter);
      const user = draft.state.users.get(passkey.userId);
      if (user === undefined) {
        throw new GatehouseError("passkey_invalid");
      }
      this.#options.onOwnSignIn?.(draft, user.id);
      const origin = sessionOrigin(facts);
      const userId = user.id;
      const session = startSession(draft, { ...origin, method: "passkey", userId, cookieValue });
      return { cookieValue, session, user };
    });
    // One attempt was counted for the options, and one for the answer.
    await attempts.passkeySucceeded(attempt);
    await attempts.passkeySucceeded(attempt);
    return signedIn;
  }

  /** A user's passkeys, oldest first. */
  list(userId: number): readonly Passkey[] {
    return passkeysOf(this.#options.writer.state, userId);
  }

  /** Throws `passkey_not_found` and `name_invalid`. */
  async rename(userId: number, id: string, name: string): Promise<void> {
    await this.#options.writer.submit((draft) => renamePasskey(draft, userId, id, name));
  }

  /** Throws `passkey_not_found`. */
  async remove(userId: number, id: string): Promise<void> {
    await this.#options.writer.submit((draft) => removePasskey(draft, userId, id));
  }

  #attempt({ address, knownBrowser = "", sessionId }: RequestFacts): PasskeyAttempt {
    if (sessionId !== undefined) {
      return { address, known: `session ${sessionId}` };
    }
    const { writer, now } = this.#options;
    const hashOf = (userId: number) => writer.state.passwords.get(userId)?.hash;
    return { address, known: anyKnownBrowser(knownBrowser, hashOf, now()) };
  }
}

/** The result of a verification. Throws `passkey_invalid` if it fails for any reason. */
async function verified<Result extends { readonly verified: boolean }>(
  verify: () => Promise<Result>,
): Promise<Result> {
  let result: Result;
  try {
    result = await verify();
  } catch (error) {
    // The challenge could not be looked up.
    throw error instanceof GatehouseError
      ? error
      : new GatehouseError("passkey_invalid", { cause: error });
  }
  if (!result.verified) {
    throw new GatehouseError("passkey_invalid");
  }
  return result;
}
