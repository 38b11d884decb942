/**
 * HEAD is answered as GET (DESIGN.md section 6): Bun and Elysia leave the body out when they send
 * the answer, and tell its length. Elysia's own HEAD, run in here, would make that length 0.
 */
export function asGet(request: Request): Request {
  return request.method === "HEAD"
    ? new Request(request.url, { method: "GET", headers: request.headers })
    : request;
}
