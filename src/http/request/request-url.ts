import { requestInvalid } from "./request-invalid.ts";

/** The raw path of an absolute URL as it was sent, without its query. */
export function rawPath(url: string): string {
  const start = pathStart(url);
  const query = url.indexOf("?", start);
  return query === -1 ? url.slice(start) : url.slice(start, query);
}

/** The raw query string of a URL, without its question mark; empty when there is none. */
export function rawQuery(url: string): string {
  const query = url.indexOf("?");
  return query === -1 ? "" : url.slice(query + 1);
}

/** Elysia looks for the path of a URL from this character on, and so misses it after a short host. */
const elysiaPathStartMin = 11;

/** The request as Elysia can route it, on the given path: itself where nothing has to change. */
export function routable(request: Request, path: string): Request {
  const { url } = request;
  const start = pathStart(url);
  const isAsItStands = start >= elysiaPathStartMin && rawPath(url) === path;
  if (isAsItStands) {
    return request;
  }
  const query = url.indexOf("?");
  const rest = query === -1 ? "" : url.slice(query);
  return new Request(`http://localhost${path}${rest}`, request);
}

/** Bun gives every request an absolute URL that has a path, `http://host/` at the least. */
function pathStart(url: string): number {
  return url.indexOf("/", url.indexOf("://") + 3);
}

/**
 * What Bun puts in the place of a raw byte of a URL that is not UTF-8: the escape of U+FFFD. Whoever
 * means that character itself can still send its escape in lower case.
 */
const replacedByte = "%EF%BF%BD";

/** Whether a URL did not come as it stands. */
export function hasReplacedBytes(url: string): boolean {
  return url.includes(replacedByte);
}

/** Throws request_invalid if the URL did not come as it stands (DESIGN.md section 6, code 8). */
export function refuseReplacedBytes(url: string): void {
  if (hasReplacedBytes(url)) {
    throw requestInvalid("the URL holds bytes that are not UTF-8");
  }
}
