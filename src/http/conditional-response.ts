import type { Body } from "../snapshots/body.ts";
import { acceptsGzip, entityTags, etagMatches } from "./negotiation.ts";

/** Below this gzip costs more than the network saves. */
const gzipBytesMin = 1024;

/**
 * The answer to a conditional GET: 304 without a body if the client has the content, else the body
 * in the form that it accepts. `headers` stand on both.
 */
export function conditionalResponse(
  request: Request,
  body: Body,
  headers: Readonly<Record<string, string>>,
): Response {
  const tags = entityTags(body.tag);
  const isGzip =
    body.bytes.length >= gzipBytesMin && acceptsGzip(request.headers.get("accept-encoding"));
  const common = {
    ...headers,
    etag: isGzip ? tags.gzip : tags.plain,
    vary: "accept-encoding",
  };
  if (etagMatches(request.headers.get("if-none-match"), body.tag)) {
    return new Response(null, { status: 304, headers: common });
  }
  return isGzip
    ? new Response(body.gzip, { headers: { ...common, ...json, "content-encoding": "gzip" } })
    : new Response(body.bytes, { headers: { ...common, ...json } });
}

const json = { "content-type": "application/json" };
