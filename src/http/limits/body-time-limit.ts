import { limitBodyTime } from "../request/body-time.ts";
import type { FetchHandler } from "../routing/fetch-handler.ts";

const withoutBody: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Limits the time in which the bodies of all requests may arrive (docs/api.md#limits). */
export function withBodyTimeLimit(fetch: FetchHandler, limitMs: number): FetchHandler {
  return (request, peers) => {
    if (!withoutBody.has(request.method)) {
      limitBodyTime(request, limitMs);
    }
    return fetch(request, peers);
  };
}
