import { rawPath } from "./request-url.ts";

type Headers = Readonly<Record<string, string>>;

const none: Headers = {};

/** What tells pollers how many seconds to wait; nothing where it is left to them. */
export function pollHeaders(pollIntervalSeconds: number | undefined): Headers {
  return pollIntervalSeconds === undefined
    ? none
    : { "poll-interval": String(pollIntervalSeconds) };
}

/** The headers of refusals: pollers of the list, at the given path, heed those too (WIRE.md B.4). */
export function refusedPollHeaders(
  listPath: string,
  pollIntervalSeconds: number | undefined,
): (request: Request) => Headers {
  const headers = pollHeaders(pollIntervalSeconds);
  return ({ method, url }) =>
    (method === "GET" || method === "HEAD") && rawPath(url) === listPath ? headers : none;
}
