import { runSlice, runSliced } from "../../event-loop/shared-turns.ts";
import { acceptsGzip, etagMatches } from "../request/negotiation.ts";
import type { AnswerHeaders } from "./answer-headers.ts";
import { notModifiedHeaders, wholeHeaders } from "./conditional-headers.ts";
import { ContentTag } from "./content-tag.ts";
import { TextPieces } from "./text-pieces.ts";

/**
 * The answer to one conditional GET with a text that is too long to be made at once. The text is
 * made twice, in slices: for its tag, which is a header, and then piece by piece as the client reads
 * it. So any number of such answers takes little memory. `parts` returns the same text each time.
 */
export async function streamedAnswer(
  request: Request,
  parts: () => Iterable<string>,
  headers: AnswerHeaders,
): Promise<Response> {
  const encoding = acceptsGzip(request.headers.get("accept-encoding")) ? "gzip" : "plain";
  const tag = await tagOf(parts());
  if (etagMatches(request.headers.get("if-none-match"), tag)) {
    return new Response(null, { status: 304, headers: notModifiedHeaders(headers, tag, encoding) });
  }
  const plain = streamedText(parts());
  const body = encoding === "gzip" ? plain.pipeThrough(new CompressionStream("gzip")) : plain;
  return new Response(body, { headers: wholeHeaders(headers, tag, encoding) });
}

async function tagOf(parts: Iterable<string>): Promise<string> {
  const pieces = new TextPieces(parts);
  const tag = new ContentTag();
  await runSliced(() => {
    const piece = pieces.next();
    if (piece !== null) {
      tag.add(piece);
    }
    return piece !== null;
  });
  return tag.value;
}

/** Returns a text as UTF-8 bytes that are made as they are read. */
export function streamedText(parts: Iterable<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const pieces = new TextPieces(parts);
  return new ReadableStream({
    async pull(controller) {
      await runSlice(() => {
        const piece = pieces.next();
        if (piece === null) {
          controller.close();
        } else {
          controller.enqueue(piece);
        }
        return false;
      });
    },
  });
}
