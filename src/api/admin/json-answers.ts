import { acceptsCoding } from "../../http/request/accepted-coding.ts";
import { acceptsGzip } from "../../http/request/negotiation.ts";
import { zippedText } from "../../http/response/gzip-text.ts";
import type { KeptText } from "../../http/response/kept-text.ts";
import { streamedBody } from "../../http/response/streamed-answer.ts";
import { uiJsonHeaders } from "./ui-errors.ts";

/** Shorter texts gain nothing from compression. */
const compressedLengthMin = 1_024;
const vary = { vary: "accept-encoding" };

/** JSON that is small, and may set a cookie. */
export function jsonAnswer(answer: unknown, headers: Readonly<Record<string, string>> = {}) {
  return Response.json(answer, { headers: { ...uiJsonHeaders, ...headers } });
}

/** JSON that is computed in one step, as gzip unless it is small. */
export async function compressedJson(request: Request, answer: unknown): Promise<Response> {
  const text = JSON.stringify(answer);
  return text.length >= compressedLengthMin && acceptsGzip(request.headers.get("accept-encoding"))
    ? gzipAnswer(await zippedText(text))
    : new Response(text, { headers: { ...uiJsonHeaders, ...vary } });
}

/** Cached gzip of JSON, in the form that the client accepts. */
export function answerOfGzip(request: Request, zipped: Blob): Response {
  return acceptsGzip(request.headers.get("accept-encoding"))
    ? gzipAnswer(zipped)
    : new Response(zipped.stream().pipeThrough(new DecompressionStream("gzip")), {
        headers: { ...uiJsonHeaders, ...vary },
      });
}

/** As `answerOfGzip`, with Brotli for clients that accept it. */
export async function answerOfKept(request: Request, text: KeptText): Promise<Response> {
  const isAccepted = acceptsCoding(request.headers.get("accept-encoding"), "br");
  const body = isAccepted ? await text.brotli() : null;
  return body === null ? answerOfGzip(request, text.gzip) : compressedAnswer(body, "br");
}

function gzipAnswer(body: Uint8Array<ArrayBuffer> | Blob): Response {
  return compressedAnswer(body, "gzip");
}

function compressedAnswer(body: Uint8Array<ArrayBuffer> | Blob, coding: "br" | "gzip"): Response {
  return new Response(body, {
    headers: { ...uiJsonHeaders, ...vary, "content-encoding": coding },
  });
}

/**
 * JSON whose parts are computed as the client reads them, so that a long answer takes little memory.
 */
export function streamedJson(
  request: Request,
  parts: Iterable<string>,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { body, headers: ofBody } = streamedBody(request, parts);
  return new Response(body, { headers: { ...uiJsonHeaders, ...ofBody, ...headers } });
}

/** An object whose last member is a list of any length. */
export function* objectWithRows(
  members: Readonly<Record<string, unknown>>,
  name: string,
  rows: Iterable<unknown>,
): Generator<string> {
  yield `${JSON.stringify({ ...members, [name]: [] }).slice(0, -"]}".length)}`;
  let separator = "";
  for (const row of rows) {
    yield separator + JSON.stringify(row);
    separator = ",";
  }
  yield "]}";
}
