import { isOwnOrigin } from "../api/admin/own-site.ts";
import { GatehouseError } from "../core/errors.ts";
import type { ErrorHandler } from "../http/routing/error-handler.ts";
import type { FetchHandler } from "../http/routing/fetch-handler.ts";
import type { AllowedOrigins } from "./allowed-origins.ts";

export interface CrossSiteOptions {
  readonly fetch: FetchHandler;
  readonly refuse: ErrorHandler;
  /** Other origins whose pages may write. */
  readonly origins: AllowedOrigins;
  /** The origin of `--public-url`. */
  readonly publicOrigin?: string | undefined;
}

const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
/** The values of Sec-Fetch-Site for the server's own pages, and for requests without a page. */
const ownSites: ReadonlySet<string> = new Set(["same-origin", "none"]);

/**
 * Refuses writes by pages of other origins (docs/api.md#authentication). Without tokens, every web
 * page could send forms to a server on the user's machine. The browser would add its credentials.
 * Other clients send neither header, and are allowed.
 */
export function refuseCrossSiteWrites(options: CrossSiteOptions): FetchHandler {
  const { fetch, refuse } = options;
  return (request, peers) =>
    safeMethods.has(request.method) || isAllowed(request, options)
      ? fetch(request, peers)
      : refuse(new GatehouseError("origin_not_allowed"), request);
}

function isAllowed(
  request: Request,
  { origins, publicOrigin }: Pick<CrossSiteOptions, "origins" | "publicOrigin">,
): boolean {
  const { headers } = request;
  const origin = headers.get("origin");
  if (origin !== null && origins.has(origin)) {
    return true;
  }
  const site = headers.get("sec-fetch-site");
  if (site !== null) {
    return ownSites.has(site);
  }
  // Older browsers send only Origin. A proxy may terminate TLS, so only the hosts are compared.
  return origin === null || isOwnOrigin(request, publicOrigin);
}
