/** The names of this machine, which no page of another machine can have. */
const ownNames = ["localhost", "127.0.0.1", "::1"];

/** A host and an optional port; no characters with a meaning in a URL. */
const hostForm = /^[^\s/?#@\\,]+$/;

/**
 * The host names of the requests to answer. A web page can reach a server on the user's machine
 * through a name that resolves to this machine (DNS rebinding). Browsers then send that name
 * (docs/security.md#what-is-protected).
 */
export class AllowedHosts {
  readonly #names: ReadonlySet<string | undefined>;
  /** Most requests repeat the header of the previous one. */
  #latest: { readonly host: string; readonly isAllowed: boolean } | undefined;

  /** `names` are host names and IP addresses, allowed in addition to localhost, 127.0.0.1 and ::1. */
  constructor(names: readonly string[]) {
    this.#names = new Set(
      [...ownNames, ...names].map((name) => hostNameIn(name.includes(":") ? `[${name}]` : name)),
    );
  }

  allows(request: Request): boolean {
    // A request created in this process has no header. Over a connection, only HTTP/1.0 can lack
    // it.
    const host = request.headers.get("host") ?? URL.parse(request.url)?.host ?? "";
    if (this.#latest?.host !== host) {
      const name = hostNameIn(host);
      this.#latest = { host, isAllowed: name !== undefined && this.#names.has(name) };
    }
    return this.#latest.isAllowed;
  }
}

/**
 * Returns the name in a Host header as in URLs: in lower case, without the port and a final dot.
 * Undefined if it is not one host.
 */
export function hostNameIn(host: string): string | undefined {
  const name = hostForm.test(host) ? URL.parse(`http://${host}/`)?.hostname : undefined;
  return name?.endsWith(".") ? name.slice(0, -1) : name;
}
