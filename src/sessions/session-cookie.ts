import { isLoopback } from "../config/loopback.ts";
import { sessionLifetimeMs } from "../model/account.ts";
import type { State } from "../model/state.ts";
import { hashSecret } from "../secrets/random-secret.ts";

const idLength = 10;
/** A secret has 43 characters; a longer value was not made here. */
const valueLengthMax = 64;

/**
 * Names an installation in the names of cookies: browsers send a cookie to all ports of a host, so
 * two servers on one machine would overwrite each other's. Depends on the first start and on the
 * data directory, and so differs for a copy of the data elsewhere.
 */
export function installationId({ users }: State, directory: string): string {
  const firstUser = users.minBy(({ id }) => id);
  return hashSecret(`${firstUser?.createdAt ?? 0} ${directory}`).slice(0, idLength);
}

/**
 * Whether browsers accept and return a `Secure` cookie at an origin, as it is in their address bar:
 * over https, and over http on this machine.
 */
export function isSecureOrigin({
  protocol,
  hostname,
}: Pick<URL, "protocol" | "hostname">): boolean {
  return protocol === "https:" || isLoopback(hostname.replace(/^\[|\]$/g, ""));
}

/**
 * The cookie of a session. Where browsers allow it, its prefix `__Host-` keeps other hosts and plain
 * http from setting it. Scripts cannot read it, and other sites' pages do not send it, except when
 * they link here. Its path is `/` under a base path too, as `__Host-` demands.
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
    const start = `${this.name(isSecure)}=`;
    const pair = (request.headers.get("cookie") ?? "")
      .split(";")
      .map((text) => text.trim())
      .find((text) => text.startsWith(start));
    const value = pair?.slice(start.length) ?? "";
    return value === "" || value.length > valueLengthMax ? undefined : value;
  }

  /** The header `Set-Cookie` that starts a session in the browser. */
  set(value: string, isSecure: boolean): string {
    return this.#header(value, sessionLifetimeMs / 1_000, isSecure);
  }

  /** The header `Set-Cookie` that removes the cookie. */
  clear(isSecure: boolean): string {
    return this.#header("", 0, isSecure);
  }

  #header(value: string, maxAgeSeconds: number, isSecure: boolean): string {
    const secure = isSecure ? "; Secure" : "";
    const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
    return `${this.name(isSecure)}=${value}; ${attributes}`;
  }
}
