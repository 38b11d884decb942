import { ContentTag } from "./content-tag.ts";

const encoder = new TextEncoder();

/**
 * The body of a JSON answer in its plain and gzip forms. It keeps only the forms that were sent. A
 * list that is only sent as gzip releases its plain bytes, which may be forty times as many.
 */
export class AnswerBody {
  /** Bytes of the plain form. */
  readonly length: number;
  /** The opaque part of the ETag. */
  readonly tag: string;
  #plain: Uint8Array<ArrayBuffer> | undefined;
  #gzip: Uint8Array<ArrayBuffer> | undefined;
  #isSentPlain = false;

  constructor(json: string) {
    this.#plain = encoder.encode(json);
    this.length = this.#plain.length;
    this.tag = new ContentTag().add(this.#plain).value;
  }

  /** The plain form, for sending. */
  get bytes(): Uint8Array<ArrayBuffer> {
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
