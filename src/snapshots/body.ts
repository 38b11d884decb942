const encoder = new TextEncoder();

/** An answer's body, with what is derived from it once and kept as long as it is. */
export class Body {
  readonly bytes: Uint8Array<ArrayBuffer>;
  #tag: string | undefined;
  #gzip: Uint8Array<ArrayBuffer> | undefined;

  constructor(json: string) {
    this.bytes = encoder.encode(json);
  }

  /** The opaque part of the ETag: from the content, so that equal answers have equal tags. */
  get tag(): string {
    this.#tag ??= new Bun.CryptoHasher("sha256")
      .update(this.bytes)
      .digest("base64url")
      .slice(0, 22);
    return this.#tag;
  }

  get gzip(): Uint8Array<ArrayBuffer> {
    this.#gzip ??= Bun.gzipSync(this.bytes);
    return this.#gzip;
  }
}
