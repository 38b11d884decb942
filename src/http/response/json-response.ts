/**
 * Returns an answer with JSON that is given as text or as UTF-8 bytes. The status is 200 unless
 * given; `headers` may replace the content type.
 */
export function jsonResponse(
  body: string | Uint8Array<ArrayBuffer>,
  init?: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> },
): Response {
  if (init === undefined) {
    return new Response(body, plainInit);
  }
  return new Response(body, {
    status: init.status ?? 200,
    headers: { "content-type": "application/json", ...init.headers },
  });
}

/** Made once, as it is the same for most answers; a Response copies it. */
const plainInit = { headers: new Headers({ "content-type": "application/json" }) };
