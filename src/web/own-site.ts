import { UiRefusal } from "./ui-refusal.ts";

const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/**
 * Throws `not_own_page` for a request of another site's page, and for a write that no page of this
 * server sent: the browser adds the cookie or
 * the credentials to requests of other sites' pages too. Every browser sends one of the two headers
 * with a write, so a request without them is refused. A proxy may end TLS or change the host, so the
 * public URL's origin counts as well.
 */
export function requireOwnPage(request: Request, publicOrigin: string | undefined): void {
  const { headers } = request;
  const site = headers.get("sec-fetch-site");
  if (safeMethods.has(request.method)) {
    // A page elsewhere could not read the answer, but it could open all streams.
    if (site === "cross-site" || site === "same-site") {
      throw new UiRefusal("not_own_page");
    }
    return;
  }
  const origin = headers.get("origin");
  if (site === null && origin === null) {
    throw new UiRefusal("not_own_page");
  }
  if (site !== null && site !== "same-origin") {
    throw new UiRefusal("not_own_page");
  }
  const host = headers.get("host") ?? URL.parse(request.url)?.host;
  if (origin !== null && origin !== publicOrigin && URL.parse(origin)?.host !== host) {
    throw new UiRefusal("not_own_page");
  }
}
