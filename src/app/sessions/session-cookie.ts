import { sessionLifetimeMs } from "../../core/model/account.ts";
import type { State } from "../../core/model/state.ts";
import { isLoopback } from "../../core/network/loopback.ts";
import { hashSecret } from "../../core/secrets/random-secret.ts";
import { knownBrowserLifetimeMs } from "./known-browsers.ts";

const idLength = 10;
/** A secret has 43 characters; a longer value does not come from this program. */
const valueLengthMax = 64;
const signOnLifetimeMs = 10 * 60_000;
const knownBrowserLengthMax = 1_024;

/**
 * Identifies an installation in the names of cookies. Browsers send a cookie to all ports of a
 * host, so two servers on one computer would overwrite each other's cookies. Depends on the first
 * start and on the data directory, and so differs for a copy of the data elsewhere.
 */
export function installationId({ users }: State, directory: string): string {
  const firstUser = users.minBy(({ id }) => id);
  return hashSecret(`${firstUser?.createdAt ?? 0} ${directory}`).slice(0, idLength);
}

/** Whether all browsers store a `Secure` cookie of an origin. Safari does not for http://localhost. */
export function isSecureOrigin({ protocol }: Pick<URL, "protocol">): boolean {
  return protocol === "https:";
}

/**
 * Whether browsers allow passkeys on a page, and send `Sec-Fetch-Site`: also http on this computer.
 */
export function isTrustedOrigin({
  protocol,
  hostname,
}: Pick<URL, "protocol" | "hostname">): boolean {
  return protocol === "https:" || isLoopback(hostname.replace(/^\[|\]$/g, ""));
}

/**
 * The cookie of a session, and the cookie of a known browser, which stays after a sign-out. Over
 * https the prefix `__Host-` stops other hosts and plain http from setting them. Scripts cannot
 * read them. Other sites' pages do not send them, except when they link here. Their path is `/`
 * even under a base path, as `__Host-` requires.
 */
export class SessionCookie {
  readonly #name: string;

  constructor(installation: string) {
    this.#name = `gatehouse-${installation}`;
  }

  name(isSecure: boolean): string {
    return isSecure ? `__Host-${this.#name}` : this.#name;
  }

  /** The cookie's value in a request; undefined without one. */
  read(request: Request, isSecure: boolean): string | undefined {
    return cookieValueIn(request, this.name(isSecure), valueLengthMax);
  }

  /** The browser's entry of earlier sign-ins (`rememberedBrowser`); undefined without any. */
  readKnownBrowser(request: Request, isSecure: boolean): string | undefined {
    return cookieValueIn(request, this.#knownBrowserName(isSecure), knownBrowserLengthMax);
  }

  /** The header `Set-Cookie` that starts a session in the browser. */
  set(value: string, isSecure: boolean): string {
    return header(this.name(isSecure), value, { lifetimeMs: sessionLifetimeMs, isSecure });
  }

  /** The header `Set-Cookie` with the browser's entry of its sign-ins. */
  setKnownBrowser(value: string, isSecure: boolean): string {
    const name = this.#knownBrowserName(isSecure);
    return header(name, value, { lifetimeMs: knownBrowserLifetimeMs, isSecure });
  }

  /** The header `Set-Cookie` that removes the cookie. */
  clear(isSecure: boolean): string {
    return header(this.name(isSecure), "", { lifetimeMs: 0, isSecure });
  }

  /** The secret of a sign-in at the provider that has begun; undefined without one. */
  readSignOn(request: Request, isSecure: boolean): string | undefined {
    return cookieValueIn(request, this.#signOnName(isSecure), valueLengthMax);
  }

  setSignOn(value: string, isSecure: boolean): string {
    return header(this.#signOnName(isSecure), value, { lifetimeMs: signOnLifetimeMs, isSecure });
  }

  clearSignOn(isSecure: boolean): string {
    return header(this.#signOnName(isSecure), "", { lifetimeMs: 0, isSecure });
  }

  #signOnName(isSecure: boolean): string {
    return `${this.name(isSecure)}-sign-on`;
  }

  #knownBrowserName(isSecure: boolean): string {
    return `${this.name(isSecure)}-browser`;
  }
}

function cookieValueIn(request: Request, name: string, lengthMax: number): string | undefined {
  const start = `${name}=`;
  const pair = (request.headers.get("cookie") ?? "")
    .split(";")
    .map((text) => text.trim())
    .find((text) => text.startsWith(start));
  const value = pair?.slice(start.length) ?? "";
  return value === "" || value.length > lengthMax ? undefined : value;
}

function header(
  name: string,
  value: string,
  { lifetimeMs, isSecure }: { readonly lifetimeMs: number; readonly isSecure: boolean },
): string {
  const secure = isSecure ? "; Secure" : "";
  const attributes = `Path=/; Max-Age=${lifetimeMs / 1_000}; HttpOnly; SameSite=Lax${secure}`;
  return `${name}=${value}; ${attributes}`;
}
