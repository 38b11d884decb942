import { randomBytes } from "node:crypto";

/** Lets people and secret scanners recognize a leaked token. */
const prefix = "gatehouse_";
const randomByteCount = 24;

/** A new secret with 192 random bits; shown once, never stored (docs/security.md#tokens). */
export function newTokenValue(): string {
  return prefix + randomBytes(randomByteCount).toString("base64url");
}

/** A new secret for a replica. Its own prefix shows that it grants other access. */
export function newReplicaValue(): string {
  return `${prefix}replica_${randomBytes(randomByteCount).toString("base64url")}`;
}

const personalPrefix = "gh_pat_";

/** A new secret for a person's programs (docs/security.md#personal-tokens). */
export function newPersonalTokenValue(): string {
  return personalPrefix + randomBytes(randomByteCount).toString("base64url");
}

/** The hash that is stored instead of a token: SHA-256, in lower-case hexadecimal. */
export function hashToken(value: string): string {
  return Bun.CryptoHasher.hash("sha256", value, "hex");
}
