import { OneAtATime } from "../../core/scheduling/one-at-a-time.ts";
import { inSlices } from "../../core/scheduling/shared-slices.ts";
import { acceptsGzip, etagMatches } from "../request/negotiation.ts";
import type { AnswerHeaders } from "./answer-headers.ts";
import { type Encoding, notModifiedHeaders, wholeHeaders } from "./conditional-headers.ts";
import { ContentTag } from "./content-tag.ts";
import { type DeflatedPiece, gzipOfPieces } from "./gzip-pieces.ts";
import { streamedText } from "./streamed-answer.ts";
import type { TextBlock } from "./text-block.ts";

export interface LargeAnswerOptions {
  /**
   * The blocks of the text. Undefined if finding them takes noticeable time; `findBlocks` then does
   * it in steps.
   */
  readonly blocks: () => readonly TextBlock[] | undefined;
  readonly findBlocks: () => Generator<void, readonly TextBlock[]>;
  /** Returns the text of the blocks, the same each time. */
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

/** The plain form of a longer text is not cached, but computed for each client that reads it. */
const plainBytesMax = 8 * 1024 * 1024;
/** The maximum of new text in one step, which takes a few milliseconds. */
const bytesAtOnceMax = 256 * 1024;

/** One large answer is computed at a time, because it may take as much memory as all cached ones. */
const making = new OneAtATime();

/**
 * As `PreparedAnswer`, for a text that is too long for one step. It consists of blocks that other
 * answers share, so only new blocks are computed. A few blocks are computed immediately, more of them
 * in slices between other requests. Its tag is computed from the tags of its blocks.
 */
export class LargeAnswer {
  readonly #options: LargeAnswerOptions;
  /** Undefined until the text was computed once. */
  #tag: string | undefined;
  #plain: Blob | undefined;
  #gzip: Blob | undefined;
  #isPlainTooLong = false;
  #isPlainNeeded = false;

  constructor(options: LargeAnswerOptions) {
    this.#options = options;
  }

  /** The memory of the cached forms in bytes, without the blocks. */
  get keptBytes(): number {
    return (this.#plain?.size ?? 0) + (this.#gzip?.size ?? 0);
  }

  async respond(request: Request, version: number): Promise<Response> {
    const encoding = acceptsGzip(request.headers.get("accept-encoding")) ? "gzip" : "plain";
    const ifNoneMatch = request.headers.get("if-none-match");
    const isKnown = (tag: string) => etagMatches(ifNoneMatch, tag);
    const content =
      this.#kept(encoding, isKnown) ??
      this.#makeAtOnce(encoding, isKnown) ??
      (await making.run(() => inSlices(this.#make(encoding, isKnown))));
    const headers = this.#options.headersOf(version);
    return content.body === undefined
      ? new Response(null, {
          status: 304,
          headers: notModifiedHeaders(headers, content.tag, encoding),
        })
      : new Response(content.body, { headers: wholeHeaders(headers, content.tag, encoding) });
  }

  /** Returns the content if it is cached; otherwise undefined. */
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

  /**
   * Undefined if it takes noticeable time, or if another answer of the same blocks is being computed.
   */
  #makeAtOnce(encoding: Encoding, isKnown: (tag: string) => boolean): Content | undefined {
    const blocks = making.isIdle ? this.#options.blocks() : undefined;
    if (blocks === undefined) {
      return undefined;
    }
    const form = encoding === "gzip" ? "deflated" : "plain";
    let bytes = 0;
    for (const block of blocks) {
      bytes += Math.max(block.bytesToMake("tag"), block.bytesToMake(form));
    }
    return bytes > bytesAtOnceMax ? undefined : runSteps(this.#make(encoding, isKnown));
  }

  *#make(encoding: Encoding, isKnown: (tag: string) => boolean): Generator<void, Content> {
    this.#isPlainNeeded ||= encoding === "plain";
    const kept = this.#kept(encoding, isKnown);
    if (kept !== undefined) {
      return kept;
    }
    const blocks = this.#options.blocks() ?? (yield* this.#options.findBlocks());
    // Other answers may need the plain form of blocks that had it before.
    const withoutPlain = blocks.filter((block) => !block.hasPlain);
    yield* this.#makeTag(blocks);
    const tag = this.#tag ?? "";
    if (!isKnown(tag)) {
      if (encoding === "gzip") {
        this.#gzip = yield* this.#joinedGzip(blocks, withoutPlain);
      } else if (!this.#isPlainTooLong) {
        this.#plain = yield* joinedPlain(blocks);
      }
    }
    const content = this.#kept(encoding, isKnown);
    if (content === undefined) {
      throw new Error("a large answer was not made");
    }
    this.#options.onResized();
    return content;
  }

  *#makeTag(blocks: readonly TextBlock[]): Generator<void, void> {
    const tags: string[] = [];
    let length = 0;
    for (const block of blocks) {
      const isNew = !block.hasPlain;
      yield* block.makeTag();
      length += block.length;
      tags.push(block.tag);
      if (isNew && length > plainBytesMax) {
        block.dropPlain();
      }
    }
    this.#isPlainTooLong = length > plainBytesMax;
    this.#tag = new ContentTag().add(tags.join("")).value;
  }

  /** A list that is only sent as gzip may be forty times as large in its plain form. */
  *#joinedGzip(
    blocks: readonly TextBlock[],
    withoutPlain: readonly TextBlock[],
  ): Generator<void, Blob> {
    const dropped = this.#isPlainNeeded && !this.#isPlainTooLong ? [] : withoutPlain;
    const isDropped = new Set(dropped);
    const pieces: DeflatedPiece[] = [];
    for (const block of blocks) {
      for (const piece of yield* block.makeDeflated()) {
        pieces.push(piece);
      }
      if (isDropped.has(block)) {
        block.dropPlain();
      }
    }
    return gzipOfPieces(pieces);
  }
}

function* joinedPlain(blocks: readonly TextBlock[]): Generator<void, Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (const block of blocks) {
    for (const part of yield* block.makePlain()) {
      parts.push(part);
    }
  }
  return new Blob(parts);
}

/** Runs steps that together take little time. */
function runSteps(steps: Generator<void, Content>): Content {
  let step = steps.next();
  while (step.done !== true) {
    step = steps.next();
  }
  return step.value;
}
