import { isIP } from "node:net";
import type { RelyingParty } from "../../../app/sessions/passkeys.ts";
import type { RequestFacts } from "../../../app/sessions/request-facts.ts";
import { isSecureOrigin, isTrustedOrigin } from "../../../app/sessions/session-cookie.ts";
import { GatehouseError } from "../../../core/errors.ts";
import { hostOf } from "../own-site.ts";
import type { UiAccounts, UiDependencies } from "./ui-dependencies.ts";

type Site = Pick<UiDependencies, "publicUrl">;

/**
 * The origin of the page that sends a request. It is the origin of the public URL, otherwise of the
 * verified header of a write, otherwise of the request. A proxy may have changed the request.
 * Programs may send any text in the header, so for them only the host of the request counts.
 */
export function pageOrigin(request: Request, { publicUrl }: Site): URL {
  return new URL(publicUrl ?? ownOriginIn(request) ?? request.url);
}

const webProtocols: ReadonlySet<string> = new Set(["http:", "https:"]);

/** The origin in the header if it has the host of the request; otherwise undefined. */
function ownOriginIn(request: Request): string | undefined {
  const sent = URL.parse(request.headers.get("origin") ?? "");
  const isOwn = sent?.host === hostOf(request) && webProtocols.has(sent?.protocol ?? "");
  return isOwn ? sent?.origin : undefined;
}

/**
 * Whether the browser shows the page over https. Behind a proxy that ends TLS, reads do not show this
 * directly. But browsers send `Sec-Fetch-Site` only over https and to this machine.
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

/** The page to which the provider sends the browser back; a provider needs `--public-url`. */
export function redirectUrlOf({ publicUrl = "" }: Site): string {
  return `${publicUrl}/sign-in`;
}
