import { withBodyTimeOf } from "./body-time.ts";
import { copyOf } from "./original-request.ts";
import { requestInvalid } from "./request-invalid.ts";

/** Returns the path of an absolute URL as sent, without its query. */
export function rawPath(url: string): string {
  const start = pathStart(url);
  const query = url.indexOf("?", start);
  return query === -1 ? url.slice(start) : url.slice(start, query);
}

/** Returns the query string of a URL as sent, without its question mark; empty without a query. */
export function rawQuery(url: string): string {
  const query = url.indexOf("?");
  return query === -1 ? "" : url.slice(query + 1);
}

/** Elysia searches for the path from this index of a URL, so it misses the path after a short host. */
const elysiaPathStartMin = 11;

/** Returns a request with the given path that Elysia can route; the same one if it already can. */
export function requestForElysia(request: Request, path: string): Request {
  const { url } = request;
  const start = pathStart(url);
  if (start >= elysiaPathStartMin && rawPath(url) === path) {
    return request;
  }
  const query = url.indexOf("?");
  const rest = query === -1 ? "" : url.slice(query);
  const copy = copyOf(request, new Request(`http://localhost${path}${rest}`, request));
  return withBodyTimeOf(request, copy);
}

/** Bun gives every request an absolute URL that has a path, at least `http://host/`. */
function pathStart(url: string): number {
  return url.indexOf("/", url.indexOf("://") + 3);
}

/**
 * The escape of U+FFFD, with which Bun replaces a raw byte of a URL that is not UTF-8. A client that
 * means this character can send its escape in lower case.
 */
const replacedByte = "%EF%BF%BD";

/** Whether Bun replaced bytes of a URL, which then differs from the sent URL. */
export function hasReplacedBytes(url: string): boolean {
  return url.includes(replacedByte);
}

/** Throws request_invalid if Bun replaced bytes of the URL (docs/api.md#errors, code 8). */
export function refuseReplacedBytes(url: string): void {
  if (hasReplacedBytes(url)) {
    throw requestInvalid("the URL holds bytes that are not UTF-8");
  }
}
