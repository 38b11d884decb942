import { OneAtATime } from "../../event-loop/one-at-a-time.ts";
import { runSliced } from "../../event-loop/shared-turns.ts";
import { acceptsGzip, etagMatches } from "../request/negotiation.ts";
import type { AnswerHeaders } from "./answer-headers.ts";
import { type Encoding, notModifiedHeaders, wholeHeaders } from "./conditional-headers.ts";
import { ContentTag } from "./content-tag.ts";
import { streamedText } from "./streamed-answer.ts";
import { TextPieces } from "./text-pieces.ts";

export interface LargeAnswerOptions {
  /** Returns the same text each time. */
  readonly parts: () => Iterable<string>;
  readonly headersOf: (version: number) => AnswerHeaders;
  /** Called when `keptBytes` has changed. */
  readonly onResized: () => void;
}

interface Content {
  /** The opaque part of the ETag. */
  readonly tag: string;
  /** Undefined if the client has the content. */
  readonly body: Blob | ReadableStream<Uint8Array> | undefined;
}

/** A longer text is not kept in its plain form, but made again for each client that reads it. */
const plainBytesMax = 8 * 1024 * 1024;

/** Of all large answers one is made at a time: it may take as much memory as all that are kept. */
const making = new OneAtATime();

/**
 * As `PreparedAnswer`, for a text that is too long to be made at once: it is made in slices, and
 * compressed in another thread, so that other requests are answered meanwhile.
 */
export class LargeAnswer {
  readonly #options: LargeAnswerOptions;
  /** Undefined until the text was made once. */
  #tag: string | undefined;
  #plain: Blob | undefined;
  #gzip: Blob | undefined;
  #isPlainTooLong = false;
  #isPlainNeeded = false;

  constructor(options: LargeAnswerOptions) {
    this.#options = options;
  }

  /** The bytes of memory that the kept forms take. */
  get keptBytes(): number {
    return (this.#plain?.size ?? 0) + (this.#gzip?.size ?? 0);
  }

  async respond(request: Request, version: number): Promise<Response> {
    const encoding = acceptsGzip(request.headers.get("accept-encoding")) ? "gzip" : "plain";
    const ifNoneMatch = request.headers.get("if-none-match");
    const isKnown = (tag: string) => etagMatches(ifNoneMatch, tag);
    const content =
      this.#kept(encoding, isKnown) ?? (await making.run(() => this.#make(encoding, isKnown)));
    const headers = this.#options.headersOf(version);
    return content.body === undefined
      ? new Response(null, {
          status: 304,
          headers: notModifiedHeaders(headers, content.tag, encoding),
        })
      : new Response(content.body, { headers: wholeHeaders(headers, content.tag, encoding) });
  }

  /** Returns the content if it need not be made; undefined otherwise. */
  #kept(encoding: Encoding, isKnown: (tag: string) => boolean): Content | undefined {
    const tag = this.#tag;
    if (tag === undefined) {
      return undefined;
    }
    if (isKnown(tag)) {
      return { tag, body: undefined };
    }
    const body = encoding === "gzip" ? this.#gzip : this.#plainBody();
    return body === undefined ? undefined : { tag, body };
  }

  #plainBody(): Content["body"] {
    return this.#isPlainTooLong ? streamedText(this.#options.parts()) : this.#plain;
  }

  async #make(encoding: Encoding, isKnown: (tag: string) => boolean): Promise<Content> {
    this.#isPlainNeeded ||= encoding === "plain";
    const kept = this.#kept(encoding, isKnown);
    if (kept !== undefined) {
      return kept;
    }
    if (this.#plain === undefined && !this.#isPlainTooLong) {
      this.#tag = await this.#makePlain();
    }
    const tag = this.#tag ?? "";
    if (encoding === "gzip" && !isKnown(tag)) {
      const plain = this.#plain?.stream() ?? streamedText(this.#options.parts());
      this.#gzip = await new Response(plain.pipeThrough(new CompressionStream("gzip"))).blob();
    }
    const content = this.#kept(encoding, isKnown);
    if (content === undefined) {
      throw new Error("a large answer was not made");
    }
    if (this.#gzip !== undefined && !this.#isPlainNeeded) {
      // A list that is only sent as gzip may be forty times as large in its plain form.
      this.#plain = undefined;
    }
    this.#options.onResized();
    return content;
  }

  /** Returns the tag of the text; keeps the text unless it is too long. */
  async #makePlain(): Promise<string> {
    const pieces = new TextPieces(this.#options.parts());
    const tag = new ContentTag();
    let bytes: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    await runSliced(() => {
      const piece = pieces.next();
      if (piece === null) {
        return false;
      }
      tag.add(piece);
      length += piece.length;
      if (length <= plainBytesMax) {
        bytes.push(piece);
      } else {
        bytes = [];
      }
      return true;
    });
    this.#isPlainTooLong = length > plainBytesMax;
    this.#plain = this.#isPlainTooLong ? undefined : new Blob(bytes);
    return tag.value;
  }
}
