import { withBodyTimeOf } from "../request/body-time.ts";
import { copyOf, originalOf } from "../request/original-request.ts";
import { rawPath } from "../request/request-url.ts";
import type { FetchHandler, PeerAddresses } from "./fetch-handler.ts";

/**
 * Answers a request whose path has several slashes before or between its prefixes like one with
 * single slashes (docs/api.md#requests). It runs before all rules, so that rules by path and routes
 * see the same path.
 */
export function withSingleSlashes(fetch: FetchHandler, prefixes: readonly string[]): FetchHandler {
  /** The latest URL that needed no change. Pollers repeat one URL. */
  let unchanged = "";
  return (received, peers) => {
    const { url } = received;
    if (url === unchanged) {
      return fetch(received, peers);
    }
    const request = requestWithSingleSlashes(received, prefixes);
    if (request !== received) {
      return fetch(request, peersOfOriginals(peers));
    }
    unchanged = url;
    return fetch(received, peers);
  };
}

/** Only the original request has an address. */
export function peersOfOriginals(peers: PeerAddresses): PeerAddresses {
  return {
    requestIP: (request) => peers.requestIP(originalOf(request)),
    timeout: (request, seconds) => peers.timeout?.(originalOf(request), seconds),
  };
}

/** Returns the same request unless its path has several slashes before or between prefixes. */
export function requestWithSingleSlashes(request: Request, prefixes: readonly string[]): Request {
  const { url } = request;
  const start = url.indexOf("/", url.indexOf("://") + 3);
  if (!url.includes("//", start)) {
    return request;
  }
  const path = rawPath(url);
  const single = singleSlashes(path, prefixes);
  if (single === path) {
    return request;
  }
  const singleUrl = url.slice(0, start) + single + url.slice(start + path.length);
  const copy = copyOf(request, new Request(singleUrl, request));
  return withBodyTimeOf(request, copy);
}

const slashes = /\/+/y;
const segment = /[^/]*/y;

/**
 * Returns the path with one slash at its start, and after each segment of the prefixes. The rest is
 * unchanged: names of features may hold several slashes.
 */
export function singleSlashes(path: string, prefixes: readonly string[]): string {
  let single = "";
  let index = 0;
  for (;;) {
    slashes.lastIndex = index;
    if (!slashes.test(path)) {
      return single;
    }
    single += "/";
    index = slashes.lastIndex;
    segment.lastIndex = index;
    const [name = ""] = segment.exec(path) ?? [];
    const longer = `${single}${name}/`;
    if (name === "" || !prefixes.some((prefix) => `${prefix}/`.startsWith(longer))) {
      return single + path.slice(index);
    }
    single += name;
    index += name.length;
  }
}
