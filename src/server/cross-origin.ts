import type { Fetch } from "../http/routing/fetch.ts";

export interface CrossOriginOptions {
  readonly fetch: Fetch;
  /** As browsers write them: `https://app.example`. */
  readonly origins: ReadonlySet<string>;
}

const preflightSeconds = 600;
const allowedMethods = "GET, HEAD, POST, DELETE";
const allowedHeaders =
  "content-type, content-encoding, authorization, flipper-cloud-token, if-none-match, x-request-id";
/** What clients read of an answer beside its body. */
const exposedHeaders =
  "etag, retry-after, poll-interval, telemetry-interval, flipper-sync-version, x-request-id";

/**
 * Lets pages of the given origins, and no others, read answers in a browser. They are never allowed
 * credentials that a browser adds by itself: a page has its own token or none.
 */
export function crossOrigin({ fetch, origins }: CrossOriginOptions): Fetch {
  return (request, peers) => {
    const origin = request.headers.get("origin");
    const isAllowed = origin !== null && origins.has(origin);
    if (isAllowed && isPreflight(request)) {
      return preflightAnswer(origin);
    }
    const answer = fetch(request, peers);
    const shared = (response: Response) => share(response, isAllowed ? origin : null);
    return answer instanceof Promise ? answer.then(shared) : shared(answer);
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

/** Caches must not give one origin what was answered to another, so all answers vary. */
function share(response: Response, origin: string | null): Response {
  const { headers } = response;
  headers.append("vary", "origin");
  if (origin !== null) {
    headers.set("access-control-allow-origin", origin);
    headers.set("access-control-expose-headers", exposedHeaders);
  }
  return response;
}
