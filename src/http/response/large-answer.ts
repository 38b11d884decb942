import { runSliced } from "../../event-loop/shared-turns.ts";
import { acceptsGzip, etagMatches } from "../request/negotiation.ts";
import type { AnswerHeaders } from "./answer-headers.ts";
import { notModifiedHeaders, wholeHeaders } from "./conditional-headers.ts";
import { ContentTag } from "./content-tag.ts";
import { TextPieces } from "./text-pieces.ts";

/**
 * As `PreparedAnswer`, for a text that is too long to be made at once: it is made in slices, and
 * compressed in another thread, so that other requests are answered meanwhile.
 */
export class LargeAnswer {
  readonly #parts: () => Iterable<string>;
  readonly #headersOf: (version: number) => AnswerHeaders;
  #tag: string | undefined;
  #plain: Promise<Blob> | undefined;
  #gzip: Promise<Blob> | undefined;
  #isPlainNeeded = false;
  #keptBytes = 0;

  /** `parts` returns the same text each time. */
  constructor(parts: () => Iterable<string>, headersOf: (version: number) => AnswerHeaders) {
    this.#parts = parts;
    this.#headersOf = headersOf;
  }

  /** The bytes of memory that the kept forms take. */
  get keptBytes(): number {
    return this.#keptBytes;
  }

  async respond(request: Request, version: number): Promise<Response> {
    const encoding = acceptsGzip(request.headers.get("accept-encoding")) ? "gzip" : "plain";
    if (encoding === "plain") {
      this.#isPlainNeeded = true;
    }
    const tag = this.#tag ?? (await this.#makeTag());
    const headers = this.#headersOf(version);
    if (etagMatches(request.headers.get("if-none-match"), tag)) {
      return new Response(null, {
        status: 304,
        headers: notModifiedHeaders(headers, tag, encoding),
      });
    }
    const body = await (encoding === "gzip" ? this.#gzipForm() : this.#plainForm());
    return new Response(body, { headers: wholeHeaders(headers, tag, encoding) });
  }

  async #makeTag(): Promise<string> {
    await this.#plainForm();
    if (this.#tag === undefined) {
      throw new Error("a large answer was made without its tag");
    }
    return this.#tag;
  }

  #plainForm(): Promise<Blob> {
    this.#plain ??= this.#made(this.#makePlain(), () => {
      this.#plain = undefined;
    });
    return this.#plain;
  }

  /** As a list that is only sent as gzip may be forty times as large, its plain form is released. */
  #gzipForm(): Promise<Blob> {
    this.#gzip ??= this.#made(this.#makeGzip(), () => {
      this.#gzip = undefined;
    });
    return this.#gzip;
  }

  async #made(made: Promise<Blob>, forget: () => void): Promise<Blob> {
    try {
      const form = await made;
      this.#keptBytes += form.size;
      return form;
    } catch (error) {
      forget();
      throw error;
    }
  }

  async #makePlain(): Promise<Blob> {
    const pieces = new TextPieces(this.#parts());
    const tag = new ContentTag();
    const bytes: Uint8Array<ArrayBuffer>[] = [];
    await runSliced(() => {
      const piece = pieces.next();
      if (piece === null) {
        return false;
      }
      tag.add(piece);
      bytes.push(piece);
      return true;
    });
    this.#tag ??= tag.value;
    return new Blob(bytes);
  }

  async #makeGzip(): Promise<Blob> {
    const plain = await this.#plainForm();
    const compressed = plain.stream().pipeThrough(new CompressionStream("gzip"));
    const gzip = await new Response(compressed).blob();
    if (!this.#isPlainNeeded) {
      this.#plain = undefined;
      this.#keptBytes -= plain.size;
    }
    return gzip;
  }
}
