import { rawPath } from "../http/request/request-url.ts";
import type { FetchHandler } from "../http/routing/fetch-handler.ts";

export interface CorsOptions {
  readonly fetch: FetchHandler;
  /** Origins as browsers send them, such as `https://app.example`. */
  readonly origins: ReadonlySet<string>;
  /** The path below which only the server's own pages may ask; undefined for none. */
  readonly ownPagesPath?: string | undefined;
}

const preflightSeconds = 600;
const allowedMethods = "GET, HEAD, POST, DELETE";
const allowedHeaders =
  "content-type, content-encoding, authorization, flipper-cloud-token, x-api-key, if-none-match, " +
  "last-event-id, schema-version, x-request-id";
/** The headers of an answer that clients read. */
const exposedHeaders =
  "etag, retry-after, poll-interval, poll-shutdown, telemetry-interval, telemetry-shutdown, " +
  "flipper-sync-version, x-request-id";

/**
 * Allows pages of the given origins, and no others, to read answers in a browser. Credentials that
 * a browser adds by itself are never allowed: a page has to send its own token.
 */
export function withCors({ fetch, origins, ownPagesPath }: CorsOptions): FetchHandler {
  const isOwnPagesOnly = (request: Request) =>
    ownPagesPath !== undefined && rawPath(request.url).startsWith(ownPagesPath);
  return (request, peers) => {
    const origin = request.headers.get("origin");
    const isAllowed = origin !== null && origins.has(origin) && !isOwnPagesOnly(request);
    if (isAllowed && isPreflight(request)) {
      return preflightAnswer(origin);
    }
    const answer = fetch(request, peers);
    const addHeaders = (response: Response) => addCorsHeaders(response, isAllowed ? origin : null);
    return answer instanceof Promise ? answer.then(addHeaders) : addHeaders(answer);
  };
}

function isPreflight(request: Request): boolean {
  return request.method === "OPTIONS" && request.headers.has("access-control-request-method");
}

function preflightAnswer(origin: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-origin": origin,
      "access-control-allow-methods": allowedMethods,
      "access-control-allow-headers": allowedHeaders,
      "access-control-max-age": String(preflightSeconds),
      vary: "origin",
    },
  });
}

/** Every answer varies by origin, so that caches do not give one origin the answer to another. */
function addCorsHeaders(response: Response, origin: string | null): Response {
  const { headers } = response;
  headers.append("vary", "origin");
  if (origin !== null) {
    headers.set("access-control-allow-origin", origin);
    headers.set("access-control-expose-headers", exposedHeaders);
  }
  return response;
}
