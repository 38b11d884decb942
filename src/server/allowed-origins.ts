import { rawPath } from "../http/request/request-url.ts";

/** The first label of a host with at least two more labels. */
const firstLabel = /^(https?:\/\/)[a-z0-9_-]+(?=\.[^.]+\.)/;

/**
 * Origins as browsers send them. `https://*.app.example` in the list matches one label: it matches
 * `https://a.app.example`, but neither `https://app.example` nor `https://b.a.app.example`.
 */
export class AllowedOrigins {
  readonly #listed: ReadonlySet<string>;

  constructor(listed: readonly string[]) {
    this.#listed = new Set(listed);
  }

  get isEmpty(): boolean {
    return this.#listed.size === 0;
  }

  has(origin: string): boolean {
    return this.#listed.has(origin) || this.#listed.has(origin.replace(firstLabel, "$1*"));
  }
}

export interface OriginRules {
  readonly origins: AllowedOrigins;
  /** The path below which only the server's own pages may send requests; undefined for none. */
  readonly ownPagesPath?: string | undefined;
}

/** The origin of the request's page if it is allowed for the path; otherwise null. */
export function allowedOriginOf(
  { headers, url }: Request,
  { origins, ownPagesPath }: OriginRules,
): string | null {
  const origin = headers.get("origin");
  const isAllowed =
    origin !== null &&
    origins.has(origin) &&
    !(ownPagesPath !== undefined && rawPath(url).startsWith(ownPagesPath));
  return isAllowed ? origin : null;
}
