/** An answer of ready-made JSON text; 200 unless told otherwise. `headers` may replace the type. */
export function jsonResponse(
  body: string,
  init: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): Response {
  return new Response(body, {
    status: init.status ?? 200,
    headers: { "content-type": "application/json", ...init.headers },
  });
}
