import { isIP } from "node:net";
import type { RelyingParty } from "../../sessions/passkeys.ts";
import type { RequestFacts } from "../../sessions/request-facts.ts";
import { isSecureOrigin } from "../../sessions/session-cookie.ts";
import { UiRefusal } from "../ui-refusal.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/**
 * The origin of the page that sends a request: writes have it in a header, which was checked. For
 * reads it is that of the public URL, else that of the request, which a proxy may have changed.
 */
export function pageOrigin(
  request: Request,
  { publicUrl }: Pick<UiDependencies, "publicUrl">,
): URL {
  return new URL(request.headers.get("origin") ?? publicUrl ?? request.url);
}

/** Whether the browser accepts and returns a `Secure` cookie. */
export function isSecurePage(request: Request, deps: Pick<UiDependencies, "publicUrl">): boolean {
  return isSecureOrigin(pageOrigin(request, deps));
}

/** Whether browsers offer passkeys: on secure pages of a named host. */
export function canUsePasskeys(request: Request, deps: Pick<UiDependencies, "publicUrl">): boolean {
  const origin = pageOrigin(request, deps);
  return isSecureOrigin(origin) && isIP(origin.hostname) === 0 && !origin.hostname.startsWith("[");
}

/** Throws `passkeys_unavailable`. */
export function relyingParty(
  request: Request,
  deps: Pick<UiDependencies, "publicUrl">,
): RelyingParty {
  if (!canUsePasskeys(request, deps)) {
    throw new UiRefusal("passkeys_unavailable");
  }
  const { hostname, origin } = pageOrigin(request, deps);
  return { id: hostname, origin };
}

export function requestFacts(request: Request, address: string): RequestFacts {
  return { address, userAgent: request.headers.get("user-agent") ?? "" };
}
