import { rawPath } from "../../http/request/request-url.ts";
import type { AnswerHeaders } from "../../http/response/answer-headers.ts";
import type { RefusalHeaders } from "../../http/routing/refuser.ts";

const none: AnswerHeaders = {};

/** What tells pollers how many seconds to wait; nothing where it is left to them. */
export function pollHeaders(seconds: number | undefined): AnswerHeaders {
  return seconds === undefined ? none : { "poll-interval": String(seconds) };
}

/** What tells senders of telemetry how many seconds to wait; nothing where it is left to them. */
export function telemetryHeaders(seconds: number | undefined): AnswerHeaders {
  return seconds === undefined ? none : { "telemetry-interval": String(seconds) };
}

/** The headers of refusals: clients heed an interval in those too (WIRE.md B.4). Paths are whole. */
export function refusedIntervals(
  intervals: readonly {
    readonly method: "GET" | "POST";
    readonly path: string;
    readonly headers: AnswerHeaders;
  }[],
): RefusalHeaders {
  return (request) => {
    const method = request.method === "HEAD" ? "GET" : request.method;
    const path = rawPath(request.url);
    return intervals.find((each) => each.method === method && each.path === path)?.headers ?? none;
  };
}
