import { inSlices, runSlice } from "../../core/scheduling/shared-slices.ts";
import { acceptsGzip, etagMatches } from "../request/negotiation.ts";
import type { AnswerHeaders } from "./answer-headers.ts";
import { notModifiedHeaders, wholeHeaders } from "./conditional-headers.ts";
import { ContentTag } from "./content-tag.ts";
import { deflatedPiece, GzipJoin } from "./gzip-pieces.ts";
import { pieceLength } from "./text-block.ts";
import { TextPieces } from "./text-pieces.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A text in blocks, each in parts. */
type BlockParts = Iterable<Iterable<string>>;

/**
 * The answer to one conditional GET with a text that is too long for one step. It computes the text
 * twice, in slices. The first time is for its tag, which is a header, the second time as the client
 * reads. Any number of such answers takes little memory. `blocks` returns the same text each time;
 * tag and bytes equal those of a `LargeAnswer` of the same blocks.
 */
export async function streamedAnswer(
  request: Request,
  blocks: () => BlockParts,
  headers: AnswerHeaders,
): Promise<Response> {
  const encoding = acceptsGzip(request.headers.get("accept-encoding")) ? "gzip" : "plain";
  const tag = await inSlices(tagOf(blocks()));
  if (etagMatches(request.headers.get("if-none-match"), tag)) {
    return new Response(null, { status: 304, headers: notModifiedHeaders(headers, tag, encoding) });
  }
  const body =
    encoding === "gzip" ? streamed(gzipBytes(blocks())) : streamedText(partsOf(blocks()));
  return new Response(body, { headers: wholeHeaders(headers, tag, encoding) });
}

/**
 * A long text as the body of an answer, with the headers for its encoding. The parts are computed in
 * slices as the client reads.
 */
export function streamedBody(request: Request, parts: Iterable<string>) {
  const vary = { vary: "accept-encoding" };
  return acceptsGzip(request.headers.get("accept-encoding"))
    ? { body: streamed(gzipBytes([parts])), headers: { ...vary, "content-encoding": "gzip" } }
    : { body: streamedText(parts), headers: vary };
}

function* tagOf(blocks: BlockParts): Generator<void, string> {
  const tag = new ContentTag();
  for (const parts of blocks) {
    const ofBlock = new ContentTag();
    for (const piece of piecesOf(new TextPieces(parts))) {
      ofBlock.add(piece);
      yield;
    }
    tag.add(ofBlock.value);
  }
  return tag.value;
}

function* gzipBytes(blocks: BlockParts): Generator<Bytes> {
  const join = new GzipJoin();
  yield join.head;
  for (const parts of blocks) {
    for (const piece of piecesOf(new TextPieces(parts, pieceLength))) {
      const deflated = deflatedPiece(piece);
      yield join.add({ length: piece.length, crc32: Bun.hash.crc32(piece), deflated });
    }
  }
  yield join.trailer;
}

function* partsOf(blocks: BlockParts): Generator<string> {
  for (const parts of blocks) {
    yield* parts;
  }
}

/** Returns a text as UTF-8 bytes that are computed as they are read. */
export function streamedText(parts: Iterable<string>): ReadableStream<Bytes> {
  return streamed(piecesOf(new TextPieces(parts)));
}

function* piecesOf(pieces: TextPieces): Generator<Bytes> {
  for (let piece = pieces.next(); piece !== null; piece = pieces.next()) {
    yield piece;
  }
}

function streamed(pieces: Iterator<Bytes>): ReadableStream<Bytes> {
  return new ReadableStream({
    async pull(controller) {
      await runSlice(() => {
        const piece = pieces.next();
        if (piece.done === true) {
          controller.close();
        } else {
          controller.enqueue(piece.value);
        }
        return false;
      });
    },
  });
}
