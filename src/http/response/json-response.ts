/** An answer of ready-made JSON, as text or UTF-8; 200 unless told otherwise. `headers` may replace the type. */
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

/** Made once, as most answers have it; each answer gets a copy. */
const plainInit = { headers: new Headers({ "content-type": "application/json" }) };
