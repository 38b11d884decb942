import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts and signs short texts for clients, which can neither read nor change them. Only processes
 * with the same secret can open them.
 */
export class SealedTexts {
  readonly #key: Buffer;

  /** Without a secret, the key belongs to this process and is stored nowhere. */
  constructor(secret?: string) {
    this.#key =
      secret === undefined ? randomBytes(keyBytes) : createHash("sha256").update(secret).digest();
  }

  /** The sealed text, in base64url. */
  seal(text: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.#key, nonce);
    const sealed = [nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat(sealed).toString("base64url");
  }

  /** Undefined for a text that was not sealed with this key. */
  open(text: string): string | undefined {
    const sealed = Buffer.from(text, "base64url");
    if (sealed.length < nonceBytes + tagBytes) {
      return undefined;
    }
    const decipher = createDecipheriv(algorithm, this.#key, sealed.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    try {
      const content = decipher.update(sealed.subarray(nonceBytes, -tagBytes));
      return Buffer.concat([content, decipher.final()]).toString("utf8");
    } catch {
      return undefined;
    }
  }
}
