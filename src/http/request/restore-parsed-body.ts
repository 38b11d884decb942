const parsable = /json|x-www-form-urlencoded/i;
const bodyHeaders = ["content-length", "content-encoding", "transfer-encoding"];

/**
 * Restores a body that the application's own parser has read as `parsed`. The original format of an
 * object is unknown, so it becomes JSON, which every route accepts. Returns the same request if its
 * body is unread or there is no parsed value.
 */
export function restoreParsedBody(request: Request, parsed: unknown): Request {
  if (!request.bodyUsed || parsed === undefined) {
    return request;
  }
  const headers = new Headers(request.headers);
  for (const name of bodyHeaders) {
    headers.delete(name);
  }
  return new Request(request.url, {
    method: request.method,
    headers,
    body: isRaw(parsed) ? parsed : asJson(headers, parsed),
  });
}

function isRaw(parsed: unknown): parsed is string | ArrayBuffer | Uint8Array<ArrayBuffer> {
  return (
    typeof parsed === "string" || parsed instanceof ArrayBuffer || parsed instanceof Uint8Array
  );
}

/** Keeps an unsupported content type, so that the request is refused for it. */
function asJson(headers: Headers, parsed: unknown): string {
  if (parsable.test(headers.get("content-type") ?? "")) {
    headers.set("content-type", "application/json");
  }
  return JSON.stringify(parsed);
}
