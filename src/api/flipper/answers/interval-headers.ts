import { rawPath } from "../../../http/request/request-url.ts";
import type { AnswerHeaders } from "../../../http/response/answer-headers.ts";
import type { RefusalHeaders } from "../../../http/routing/error-handler.ts";

export const noHeaders: AnswerHeaders = {};

/** Returns the header with the seconds that pollers should wait; no header if not configured. */
export function pollHeaders(seconds: number | undefined): AnswerHeaders {
  return seconds === undefined ? noHeaders : { "poll-interval": String(seconds) };
}

/** Returns the header with the seconds between telemetry submissions; none if not configured. */
export function telemetryHeaders(seconds: number | undefined): AnswerHeaders {
  return seconds === undefined ? noHeaders : { "telemetry-interval": String(seconds) };
}

/**
 * Returns the headers that clients also read on refusals (docs/clients.md#response-headers). Each
 * `path` is the full path of a URL; other paths get `noHeaders`.
 */
export function refusalHeadersOn(
  rows: readonly {
    readonly method: "GET" | "POST";
    readonly path: string;
    readonly headers: AnswerHeaders;
  }[],
): RefusalHeaders {
  return (request) => {
    const method = request.method === "HEAD" ? "GET" : request.method;
    const path = rawPath(request.url);
    return rows.find((each) => each.method === method && each.path === path)?.headers ?? noHeaders;
  };
}
