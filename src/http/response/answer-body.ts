import { ContentTag } from "./content-tag.ts";

const encoder = new TextEncoder();

/**
 * The body of a JSON answer in its plain and gzip forms. It caches the forms that were sent. If only
 * gzip was sent, the plain form is released, as it may take forty times the memory.
 */
export class AnswerBody {
  /** Bytes of the plain form. */
  readonly length: number;
  /** The opaque part of the ETag. */
  readonly tag: string;
  /** At least one of the two forms is cached, so the other one can be computed. */
  #plain: Uint8Array<ArrayBuffer> | undefined;
  #gzip: Uint8Array<ArrayBuffer> | undefined;
  #isSentPlain = false;

  constructor(json: string) {
    this.#plain = encoder.encode(json);
    this.length = this.#plain.length;
    this.tag = new ContentTag().add(this.#plain).value;
  }

  /** The plain form, for sending. */
  get plain(): Uint8Array<ArrayBuffer> {
    this.#isSentPlain = true;
    return this.#plainBytes();
  }

  /** The gzip form, for sending. */
  get gzip(): Uint8Array<ArrayBuffer> {
    if (this.#gzip === undefined) {
      this.#gzip = Bun.gzipSync(this.#plainBytes());
      if (!this.#isSentPlain) {
        this.#plain = undefined;
      }
    }
    return this.#gzip;
  }

  /** The memory of the cached forms in bytes. */
  get keptBytes(): number {
    return (this.#plain?.length ?? 0) + (this.#gzip?.length ?? 0);
  }

  #plainBytes(): Uint8Array<ArrayBuffer> {
    this.#plain ??= Bun.gunzipSync(this.gzip);
    return this.#plain;
  }
}
