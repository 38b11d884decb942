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

const personalPrefix = "gatehouse_pat_";
/** Of tokens of earlier versions, which have no checksum. */
const earlierPersonalPrefix = "gh_pat_";
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const personalLength = 32;
const checksumLength = 6;
/** The largest byte below which each digit is equally likely. */
const fairByteEnd = 256 - (256 % digits.length);

/**
 * A new secret for a person's programs, with 190 random bits and a checksum, by which scanners of
 * secrets and the server recognize one without a search (docs/security.md#personal-tokens).
 */
export function newPersonalTokenValue(): string {
  let random = "";
  while (random.length < personalLength) {
    for (const byte of randomBytes(personalLength)) {
      if (byte < fairByteEnd && random.length < personalLength) {
        random += digits.charAt(byte % digits.length);
      }
    }
  }
  return personalPrefix + random + checksumOf(random);
}

/** Whether a text has the form of a personal token, of this version or an earlier one. */
export function isPersonalTokenValue(text: string): boolean {
  return text.startsWith(personalPrefix) || text.startsWith(earlierPersonalPrefix);
}

/** Whether a personal token was mistyped or invented: its checksum is wrong. */
export function isMistypedPersonalToken(text: string): boolean {
  if (!text.startsWith(personalPrefix)) {
    return false;
  }
  const rest = text.slice(personalPrefix.length);
  return checksumOf(rest.slice(0, personalLength)) !== rest.slice(personalLength);
}

/** The CRC-32 of a text, in base 62. */
function checksumOf(text: string): string {
  let rest = Bun.hash.crc32(text);
  let checksum = "";
  for (let place = 0; place < checksumLength; place++) {
    checksum = digits.charAt(rest % digits.length) + checksum;
    rest = Math.floor(rest / digits.length);
  }
  return checksum;
}

/** The hash that is stored instead of a token: SHA-256, in lower-case hexadecimal. */
export function hashToken(value: string): string {
  return Bun.CryptoHasher.hash("sha256", value, "hex");
}
