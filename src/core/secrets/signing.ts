import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";

/** A new Ed25519 key. */
export interface NewSigningKey {
  readonly id: string;
  /** PEM, also the private key, which must be sealed before it is stored. */
  readonly publicKey: string;
  readonly privateKey: string;
}

const idLength = 16;

export function newSigningKey(): NewSigningKey {
  const pair = generateKeyPairSync("ed25519");
  const publicKey = pair.publicKey.export({ type: "spki", format: "pem" }).toString();
  const privateKey = pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return { id: signingKeyId(publicKey), publicKey, privateKey };
}

/** The start of the SHA-256 of a public key. Throws for a text that is no PEM of a key. */
export function signingKeyId(publicKey: string): string {
  const der = createPublicKey(publicKey).export({ type: "spki", format: "der" });
  return Bun.CryptoHasher.hash("sha256", der, "hex").slice(0, idLength);
}

/** The signature of a text, in base64. */
export function signText(text: string, privateKey: string): string {
  return sign(null, Buffer.from(text), createPrivateKey(privateKey)).toString("base64");
}

/** False also for a text that is no key. */
export function isSigned(text: string, signature: string, publicKey: string): boolean {
  try {
    return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, "base64"));
  } catch {
    return false;
  }
}
