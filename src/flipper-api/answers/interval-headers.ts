import { rawPath } from "../../http/request/request-url.ts";
import type { AnswerHeaders } from "../../http/response/answer-headers.ts";
import type { RefusalHeaders } from "../../http/routing/error-handler.ts";

const none: AnswerHeaders = {};

/** Returns the header with the seconds that pollers should wait; no header if not configured. */
export function pollHeaders(seconds: number | undefined): AnswerHeaders {
  return seconds === undefined ? none : { "poll-interval": String(seconds) };
}

/** Returns the header with the seconds between telemetry submissions; none if not configured. */
export function telemetryHeaders(seconds: number | undefined): AnswerHeaders {
  return seconds === undefined ? none : { "telemetry-interval": String(seconds) };
}

/**
 * Returns the interval headers for refusals, which clients read there too
 * (docs/clients.md#response-headers). Each `path` is the full path of a URL.
 */
export function refusalIntervalHeaders(
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
