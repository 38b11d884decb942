import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { KeySource } from "./key-source.ts";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Seals the secrets of webhooks for the database, which is useless without the key
 * (docs/webhooks.md#secrets).
 */
export class SecretVault {
  readonly #source: KeySource;
  #key: Buffer | undefined;

  constructor(source: KeySource) {
    this.#source = source;
  }

  /** The sealed text, in base64. Throws if there is no key. */
  seal(secret: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.#keyOrNew(), nonce);
    const sealed = Buffer.concat([nonce, cipher.update(secret, "utf8"), cipher.final()]);
    return Buffer.concat([sealed, cipher.getAuthTag()]).toString("base64");
  }

  /** Undefined for a text sealed with another key, as after a restore elsewhere. */
  open(sealed: string): string | undefined {
    const key = this.#existingKey();
    const bytes = Buffer.from(sealed, "base64");
    if (key === undefined || bytes.length < nonceBytes + tagBytes) {
      return undefined;
    }
    const options = { authTagLength: tagBytes };
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), options);
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    try {
      const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    } catch {
      return undefined;
    }
  }

  #existingKey(): Buffer | undefined {
    this.#key ??= this.#source.existing();
    return this.#key;
  }

  #keyOrNew(): Buffer {
    this.#key ??= this.#source.orNew();
    return this.#key;
  }
}
