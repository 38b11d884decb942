import { apiHeaders } from "./answer-headers.ts";

const jsonHeaders = { ...apiHeaders, "content-type": "application/json" };

/**
 * Returns an answer with JSON, given as text, as UTF-8 bytes, or as a stream of such bytes. The
 * status is 200 unless given; `headers` may replace the content type and `apiHeaders`.
 */
export function jsonResponse(
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  init?: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> },
): Response {
  if (init === undefined) {
    return new Response(body, plainInit);
  }
  return new Response(body, {
    status: init.status ?? 200,
    headers: { ...jsonHeaders, ...init.headers },
  });
}

/** Created once, because it is the same for most answers; a Response copies it. */
const plainInit = { headers: new Headers(jsonHeaders) };
