import { copyOf } from "./original-request.ts";

/**
 * Returns a HEAD request as a GET request, and any other request unchanged (docs/api.md#requests).
 * Bun and Elysia omit the body when they send the answer, and keep its Content-Length. Elysia's own
 * handling of HEAD would set it to 0 here.
 */
export function asGet(request: Request): Request {
  return request.method === "HEAD"
    ? copyOf(request, new Request(request.url, { method: "GET", headers: request.headers }))
    : request;
}
