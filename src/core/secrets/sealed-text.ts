import { SealedBytes } from "./sealed-bytes.ts";

/**
 * Seals short texts for clients, which can neither read nor change them. Only processes with the
 * same secret can open them.
 */
export class SealedTexts {
  readonly #bytes: SealedBytes;

  /** Without a secret, the key belongs to this process and is stored nowhere. */
  constructor(secret?: string) {
    this.#bytes = new SealedBytes(secret);
  }

  /** The sealed text, in base64url. */
  seal(text: string): string {
    return this.#bytes.seal(Buffer.from(text)).toString("base64url");
  }

  /** Undefined for a text that was not sealed with this key. */
  open(sealed: string): string | undefined {
    return this.#bytes.open(Buffer.from(sealed, "base64url"))?.toString("utf8");
  }
}
