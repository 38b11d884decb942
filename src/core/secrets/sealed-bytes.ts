import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts and signs, for all processes with the same secret. */
export class SealedBytes {
  readonly #key: Buffer;

  /** Without a secret, the key belongs to this process and is stored nowhere. */
  constructor(secret?: string) {
    this.#key =
      secret === undefined ? randomBytes(keyBytes) : createHash("sha256").update(secret).digest();
  }

  /** `open` needs `signed` too, which is signed but not part of the result. */
  seal(content: Uint8Array, signed = ""): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.#key, nonce);
    cipher.setAAD(Buffer.from(signed));
    return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
  }

  /** Undefined for bytes that were not sealed with this key and the same `signed`. */
  open(sealed: Uint8Array, signed = ""): Buffer<ArrayBuffer> | undefined {
    if (sealed.length < nonceBytes + tagBytes) {
      return undefined;
    }
    const decipher = createDecipheriv(algorithm, this.#key, sealed.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.from(signed));
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    try {
      const content = decipher.update(sealed.subarray(nonceBytes, -tagBytes));
      return Buffer.concat([content, decipher.final()]);
    } catch {
      return undefined;
    }
  }
}
