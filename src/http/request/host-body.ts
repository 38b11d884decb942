const parsable = /json|x-www-form-urlencoded/i;
const bodyHeaders = ["content-length", "content-encoding", "transfer-encoding"];

/**
 * The request with its body again, after the host's own parser has read it and made `parsed` of
 * it. What an object was written as is lost, so it becomes JSON, which every route takes. The same
 * request if there is nothing to put back.
 */
export function withHostBody(request: Request, parsed: unknown): Request {
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

/** A type that the API does not take stays as it was, to be refused as ever. */
function asJson(headers: Headers, parsed: unknown): string {
  if (parsable.test(headers.get("content-type") ?? "")) {
    headers.set("content-type", "application/json");
  }
  return JSON.stringify(parsed);
}
