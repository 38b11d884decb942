import { randomBytes } from "node:crypto";

const secretBytes = 32;
const idBytes = 12;

/** A new secret with 256 random bits in base64url, for cookies and links; never stored. */
export function newSecret(): string {
  return randomBytes(secretBytes).toString("base64url");
}

/** The hash that is stored instead of a secret: SHA-256, in lower-case hexadecimal. */
export function hashSecret(secret: string): string {
  return Bun.CryptoHasher.hash("sha256", secret, "hex");
}

/** Names a session or a personal token in lists; not a secret. Commands would take a "-" for an option. */
export function newSessionId(): string {
  const id = randomBytes(idBytes).toString("base64url");
  return id.startsWith("-") ? newSessionId() : id;
}
