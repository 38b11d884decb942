import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type {
  PasskeyAnswer,
  PasskeyRegistration,
  RelyingParty,
} from "../../../src/app/sessions/passkeys.ts";

interface Behaviour {
  /** Whether the person was verified, by a fingerprint for example; true unless given. */
  readonly isVerified?: boolean;
  /** The site as the browser sees it, which a phishing page cannot choose. */
  readonly site?: RelyingParty;
}

const userPresent = 0x01;
const userVerified = 0x04;
const attested = 0x40;

/** An authenticator with one passkey (ES256), as browsers offer it to pages. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(16).toString("base64url");
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #site: RelyingParty;
  counter = 0;

  constructor(site: RelyingParty) {
    this.#site = site;
  }

  register(challenge: string, { isVerified, site }: Behaviour = {}): PasskeyRegistration {
    const data = this.#authenticatorData(attested | flagsOf(isVerified), site);
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.from([id.length >> 8, id.length & 255]);
    const authData = Buffer.concat([data, Buffer.alloc(16), length, id, this.#publicKey()]);
    const attestation = cborMap([
      [cborText("fmt"), cborText("none")],
      [cborText("attStmt"), cborMap([])],
      [cborText("authData"), cborBytes(authData)],
    ]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData("webauthn.create", challenge, site),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal", "hybrid"],
      },
    };
  }

  answer(challenge: string, { isVerified, site }: Behaviour = {}): PasskeyAnswer {
    const authData = this.#authenticatorData(flagsOf(isVerified), site);
    const clientData = this.#clientData("webauthn.get", challenge, site);
    const hash = sha256(Buffer.from(clientData, "base64url"));
    const signature = sign("sha256", Buffer.concat([authData, hash]), this.#keys.privateKey);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData,
        authenticatorData: authData.toString("base64url"),
        signature: signature.toString("base64url"),
      },
    };
  }

  #credential() {
    return { id: this.id, rawId: this.id, type: "public-key", clientExtensionResults: {} } as const;
  }

  #authenticatorData(flags: number, site = this.#site): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(Buffer.from(site.id)), Buffer.from([flags]), counter]);
  }

  #clientData(type: string, challenge: string, { origin } = this.#site): string {
    const data = { type, challenge, origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(data)).toString("base64url");
  }

  /** In COSE format. */
  #publicKey(): Buffer {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    return cborMap([
      [cborInteger(1), cborInteger(2)],
      [cborInteger(3), cborInteger(-7)],
      [cborInteger(-1), cborInteger(1)],
      [cborInteger(-2), cborBytes(Buffer.from(x, "base64url"))],
      [cborInteger(-3), cborBytes(Buffer.from(y, "base64url"))],
    ]);
  }
}

function flagsOf(isVerified = true): number {
  return userPresent | (isVerified ? userVerified : 0);
}

function sha256(data: Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}

/** The head of a CBOR item of fewer than 65,536 parts. */
function cborHead(major: number, value: number): Buffer {
  const type = major << 5;
  if (value < 24) {
    return Buffer.from([type | value]);
  }
  return value < 256
    ? Buffer.from([type | 24, value])
    : Buffer.from([type | 25, value >> 8, value & 255]);
}

function cborInteger(value: number): Buffer {
  return value < 0 ? cborHead(1, -value - 1) : cborHead(0, value);
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes]);
}

function cborText(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([cborHead(3, bytes.length), bytes]);
}

function cborMap(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
}
