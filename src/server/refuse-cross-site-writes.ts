import { GatehouseError } from "../errors.ts";
import type { Fetch } from "../http/routing/fetch.ts";
import type { Refuser } from "../http/routing/refuser.ts";

export interface CrossSiteOptions {
  readonly fetch: Fetch;
  readonly refuse: Refuser;
  /** Other origins whose pages may change something, too. */
  readonly origins: ReadonlySet<string>;
}

const reading: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
/** What Sec-Fetch-Site says of the server's own pages, and of what a user does without a page. */
const ownSites: ReadonlySet<string> = new Set(["same-origin", "none"]);

/**
 * Refuses what pages of other origins would change. Without tokens any page that someone looks at
 * could send forms to a server on their own machine, and their browser would add its credentials.
 * Whoever is no browser says nothing of pages, and is let through.
 */
export function refuseCrossSiteWrites({ fetch, refuse, origins }: CrossSiteOptions): Fetch {
  return (request, peers) =>
    reading.has(request.method) || isAllowed(request, origins)
      ? fetch(request, peers)
      : refuse(new GatehouseError("origin_not_allowed"), request);
}

function isAllowed({ headers }: Request, origins: ReadonlySet<string>): boolean {
  const origin = headers.get("origin");
  if (origin !== null && origins.has(origin)) {
    return true;
  }
  const site = headers.get("sec-fetch-site");
  if (site !== null) {
    return ownSites.has(site);
  }
  // Older browsers, which tell the origin alone; a proxy may have ended https, so hosts decide.
  return origin === null || URL.parse(origin)?.host === headers.get("host");
}
