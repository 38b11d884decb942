import { OneAtATime } from "../../event-loop/one-at-a-time.ts";
import { runSliced } from "../../event-loop/shared-turns.ts";
import { acceptsGzip, etagMatches } from "../request/negotiation.ts";
import type { AnswerHeaders } from "./answer-headers.ts";
import { type Encoding, notModifiedHeaders, wholeHeaders } from "./conditional-headers.ts";
import { ContentTag } from "./content-tag.ts";
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
  readonly body: Blob | undefined;
}

/** Of all large answers one is made at a time: it may take as much memory as all that are kept. */
const making = new OneAtATime();

/**
 * As `PreparedAnswer`, for a text that is too long to be made at once: it is made in slices, and
 * compressed in another thread, so that other requests are answered meanwhile.
 */
export class LargeAnswer {
  readonly #options: LargeAnswerOptions;
  #tag: string | undefined;
  #plain: Blob | undefined;
  #gzip: Blob | undefined;
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
    const form = encoding === "gzip" ? this.#gzip : this.#plain;
    if (tag === undefined || (form === undefined && !isKnown(tag))) {
      return undefined;
    }
    return { tag, body: isKnown(tag) ? undefined : form };
  }

  async #make(encoding: Encoding, isKnown: (tag: string) => boolean): Promise<Content> {
    this.#isPlainNeeded ||= encoding === "plain";
    const made = this.#kept(encoding, isKnown);
    if (made !== undefined) {
      return made;
    }
    const plain = this.#plain ?? (await this.#makePlain());
    const tag = this.#tag ?? "";
    if (encoding === "gzip" && !isKnown(tag)) {
      const compressed = plain.stream().pipeThrough(new CompressionStream("gzip"));
      this.#gzip = await new Response(compressed).blob();
    }
    // A list that is only sent as gzip may be forty times as large in its plain form.
    this.#plain = this.#gzip !== undefined && !this.#isPlainNeeded ? undefined : plain;
    this.#options.onResized();
    return { tag, body: isKnown(tag) ? undefined : encoding === "gzip" ? this.#gzip : plain };
  }

  async #makePlain(): Promise<Blob> {
    const pieces = new TextPieces(this.#options.parts());
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
}
