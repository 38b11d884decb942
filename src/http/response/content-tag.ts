const tagLength = 22;

/** Computes the opaque part of an ETag from content, so that equal answers have equal tags. */
export class ContentTag {
  readonly #hash = new Bun.CryptoHasher("sha256");

  add(bytes: Uint8Array<ArrayBuffer>): this {
    this.#hash.update(bytes);
    return this;
  }

  get value(): string {
    return this.#hash.digest("base64url").slice(0, tagLength);
  }
}
