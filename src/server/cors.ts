import type { FetchHandler } from "../http/routing/fetch-handler.ts";
import { allowedOriginOf, type OriginRules } from "./allowed-origins.ts";

export interface CorsOptions extends OriginRules {
  readonly fetch: FetchHandler;
}

const preflightSeconds = 600;
const allowedMethods = "GET, HEAD, POST, DELETE";
/** More than any page asks for. */
const askedLengthMax = 8_192;
const headerName = /^[!#$%&'*+.^`|~\w-]+$/;
/** The headers of an answer that clients read. */
const exposedHeaders =
  "etag, retry-after, poll-interval, poll-shutdown, telemetry-interval, telemetry-shutdown, " +
  "flipper-sync-version, gatehouse-retired, x-request-id";

/**
 * Allows only pages of the given origins to read answers in a browser. Credentials that a browser
 * adds by itself are never allowed: a page must send its own token.
 */
export function withCors({ fetch, ...rules }: CorsOptions): FetchHandler {
  return (request, peers) => {
    const origin = allowedOriginOf(request, rules);
    if (origin !== null && isPreflight(request)) {
      return preflightAnswer(request, origin);
    }
    const answer = fetch(request, peers);
    const addHeaders = (response: Response) => addCorsHeaders(response, origin);
    return answer instanceof Promise ? answer.then(addHeaders) : addHeaders(answer);
  };
}

function isPreflight(request: Request): boolean {
  return request.method === "OPTIONS" && request.headers.has("access-control-request-method");
}

/**
 * Allows all headers that the page requests. Tracing agents add their own headers, and no header
 * gives more rights than other clients have.
 */
function preflightAnswer({ headers }: Request, origin: string): Response {
  const asked = headers.get("access-control-request-headers") ?? "";
  const isList =
    asked.length <= askedLengthMax &&
    asked.split(",").every((name) => headerName.test(name.trim()));
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-origin": origin,
      "access-control-allow-methods": allowedMethods,
      ...(isList ? { "access-control-allow-headers": asked } : {}),
      "access-control-max-age": String(preflightSeconds),
      vary: "origin, access-control-request-headers",
    },
  });
}

/** Every answer varies by origin, so that no cache serves an answer to another origin. */
function addCorsHeaders(response: Response, origin: string | null): Response {
  const { headers } = response;
  headers.append("vary", "origin");
  if (origin !== null) {
    headers.set("access-control-allow-origin", origin);
    headers.set("access-control-expose-headers", exposedHeaders);
  }
  return response;
}
