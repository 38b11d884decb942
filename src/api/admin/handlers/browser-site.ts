import { isIP } from "node:net";
import type { RelyingParty } from "../../../app/sessions/passkeys.ts";
import type { RequestFacts } from "../../../app/sessions/request-facts.ts";
import { isSecureOrigin, isTrustedOrigin } from "../../../app/sessions/session-cookie.ts";
import { GatehouseError } from "../../../core/errors.ts";
import { hostOf } from "../own-site.ts";
import type { UiAccounts, UiDependencies } from "./ui-dependencies.ts";

type Site = Pick<UiDependencies, "publicUrl">;

/**
 * The origin of the page that sends a request: that of the public URL, else that in the header of a
 * write, which was checked, else that of the request, which a proxy may have changed. A program may send
 * any text in the header: then only the host of the request counts.
 */
export function pageOrigin(request: Request, { publicUrl }: Site): URL {
  return new URL(publicUrl ?? ownOriginIn(request) ?? request.url);
}

const webProtocols: ReadonlySet<string> = new Set(["http:", "https:"]);

/** The origin in the header if it has the host of the request; undefined otherwise. */
function ownOriginIn(request: Request): string | undefined {
  const sent = URL.parse(request.headers.get("origin") ?? "");
  const isOwn = sent?.host === hostOf(request) && webProtocols.has(sent?.protocol ?? "");
  return isOwn ? sent?.origin : undefined;
}

/**
 * Whether the browser shows the page over https. Behind a proxy that ends TLS reads do not say so.
 * But a browser sends `Sec-Fetch-Site` over https and to this machine only.
 */
export function isSecurePage(request: Request, site: Site): boolean {
  const { headers } = request;
  const origin = pageOrigin(request, site);
  if (
    isSecureOrigin(origin) ||
    site.publicUrl !== undefined ||
    ownOriginIn(request) !== undefined
  ) {
    return isSecureOrigin(origin);
  }
  const isForwarded = headers.get("x-forwarded-proto")?.toLowerCase().startsWith("https") === true;
  return isForwarded || (headers.has("sec-fetch-site") && !isTrustedOrigin(origin));
}

/** Whether browsers offer passkeys: on secure pages of a named host. */
export function canUsePasskeys(request: Request, site: Site): boolean {
  const origin = pageOrigin(request, site);
  const isTrusted = isTrustedOrigin(origin) || isSecurePage(request, site);
  return isTrusted && isIP(origin.hostname) === 0 && !origin.hostname.startsWith("[");
}

/** Throws `passkeys_unavailable`. */
export function relyingParty(request: Request, site: Site): RelyingParty {
  if (!canUsePasskeys(request, site)) {
    throw new GatehouseError("passkeys_unavailable");
  }
  const { hostname, origin } = pageOrigin(request, site);
  return { id: hostname, origin };
}

export function requestFacts(
  request: Request,
  address: string,
  { cookie, ...site }: Site & Pick<UiAccounts, "cookie">,
): RequestFacts {
  return {
    address,
    userAgent: request.headers.get("user-agent") ?? "",
    knownBrowser: cookie.readKnownBrowser(request, isSecurePage(request, site)),
  };
}
