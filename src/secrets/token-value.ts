import { randomBytes } from "node:crypto";

/** Names the kind of secret, so that scanners and people recognize one that leaked. */
const prefix = "gatehouse_";
const randomByteCount = 24;

/** A new secret with 192 random bits; shown once, never stored (docs/security.md#tokens). */
export function newTokenValue(): string {
  return prefix + randomBytes(randomByteCount).toString("base64url");
}

/** What is stored in a token's place: SHA-256 of its value, in lower-case hexadecimal. */
export function hashToken(value: string): string {
  return Bun.CryptoHasher.hash("sha256", value, "hex");
}
