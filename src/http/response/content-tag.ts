const tagLength = 22;

/** Computes the opaque part of an ETag from content, so that equal answers have equal tags. */
export class ContentTag {
  readonly #hash = new Bun.CryptoHasher("sha256");

  /** A text counts as its UTF-8 bytes. */
  add(content: Uint8Array<ArrayBuffer> | string): this {
    this.#hash.update(content);
    return this;
  }

  get value(): string {
    return this.#hash.digest("base64url").slice(0, tagLength);
  }
}
