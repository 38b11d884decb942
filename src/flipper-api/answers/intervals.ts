import { rawPath } from "../../http/request/request-url.ts";
import type { HeadersOf } from "../../http/routing/refuser.ts";

type Headers = Readonly<Record<string, string>>;

const none: Headers = {};

/** What tells pollers how many seconds to wait; nothing where it is left to them. */
export function pollHeaders(seconds: number | undefined): Headers {
  return seconds === undefined ? none : { "poll-interval": String(seconds) };
}

/** What tells senders of telemetry how many seconds to wait; nothing where it is left to them. */
export function telemetryHeaders(seconds: number | undefined): Headers {
  return seconds === undefined ? none : { "telemetry-interval": String(seconds) };
}

/** The headers of refusals: clients heed an interval in those too (WIRE.md B.4). Paths are whole. */
export function refusedIntervals(
  intervals: readonly {
    readonly method: "GET" | "POST";
    readonly path: string;
    readonly headers: Headers;
  }[],
): HeadersOf {
  return (request) => {
    const method = request.method === "HEAD" ? "GET" : request.method;
    const path = rawPath(request.url);
    return intervals.find((each) => each.method === method && each.path === path)?.headers ?? none;
  };
}
