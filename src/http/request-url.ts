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

/** The URL with another path in the place of its own. */
export function withPath(url: string, path: string): string {
  const query = url.indexOf("?");
  return url.slice(0, pathStart(url)) + path + (query === -1 ? "" : url.slice(query));
}

/** Bun gives every request an absolute URL that has a path, `http://host/` at the least. */
function pathStart(url: string): number {
  return url.indexOf("/", url.indexOf("://") + 3);
}
