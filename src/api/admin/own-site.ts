import { GatehouseError } from "../../core/errors.ts";
import { quote } from "../../core/text/quote.ts";

const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/**
 * Throws `not_own_page` for a request of another site's page, and for a write without a page of this
 * server. The browser also adds the cookie or the credentials to requests of other sites' pages.
 * Every browser sends one of the two headers with a write, so a request without them is refused. With
 * a public URL only its origin is the server's own. Otherwise the host must equal the host of the
 * request.
 */
export function requireOwnPage(request: Request, publicOrigin: string | undefined): void {
  const { headers } = request;
  const site = headers.get("sec-fetch-site");
  if (safeMethods.has(request.method)) {
    // A page of another site could not read the answer, but it could open all streams.
    if (site === "cross-site" || site === "same-site") {
      throw new GatehouseError("not_own_page");
    }
    return;
  }
  const origin = headers.get("origin");
  if (site === null && origin === null) {
    throw new GatehouseError("not_own_page");
  }
  if (site !== null && site !== "same-origin") {
    throw new GatehouseError("not_own_page");
  }
  if (origin !== null && !isOwnOrigin(request, publicOrigin)) {
    throw new GatehouseError("not_own_page", { message: foreignOrigin(request, publicOrigin) });
  }
}

/** Whether the header `Origin` belongs to the server's own pages. */
export function isOwnOrigin(request: Request, publicOrigin: string | undefined): boolean {
  const origin = request.headers.get("origin") ?? "";
  return publicOrigin === undefined
    ? URL.parse(origin)?.host === hostOf(request)
    : origin === publicOrigin;
}

/** The requested host, with its port. */
export function hostOf({ headers, url }: Request): string | undefined {
  return headers.get("host") ?? URL.parse(url)?.host;
}

/** Reloading the page would not help, so the message names the difference. */
function foreignOrigin(request: Request, publicOrigin: string | undefined): string {
  const origin = quote(request.headers.get("origin") ?? "");
  return publicOrigin === undefined
    ? `This page has the origin ${origin}, but the request went to the host ${quote(hostOf(request) ?? "")}: ` +
        "let the proxy forward the header Host, or set --public-url"
    : `This page has the origin ${origin}, but --public-url is ${quote(publicOrigin)}: open the page there`;
}
