import { isLoopbackUrl } from "../../core/text/loopback-url.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The options of `fetch` for a URL. Requests to this machine never use a proxy, whatever HTTP_PROXY
 * and NO_PROXY say. A proxy would see the token, and could not reach the server.
 */
export function withoutLoopbackProxy(url: string): { readonly proxy?: false } {
  return isLoopbackUrl(url) ? { proxy: false } : {};
}

/**
 * The proxy for requests to a URL, and its variable, for messages; without user and password.
 * Undefined without a proxy.
 */
export function proxyText(url: string, variables: Variables = Bun.env): string | undefined {
  const target = URL.parse(url);
  if (target === null || isLoopbackUrl(url) || isExcepted(target, variables)) {
    return undefined;
  }
  const name = target.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const variable = [name.toLowerCase(), name].find((each) => (variables[each] ?? "") !== "");
  if (variable === undefined) {
    return undefined;
  }
  const proxy = URL.parse(variables[variable] ?? "");
  return `the proxy ${proxy === null ? "" : `${proxy.protocol}//${proxy.host} `}of ${variable}`;
}

const domainStart = /^\*?\./;

/** The usual forms of NO_PROXY, except networks. */
function isExcepted({ host, hostname }: URL, variables: Variables): boolean {
  const text = variables.no_proxy ?? variables.NO_PROXY ?? "";
  return text
    .split(",")
    .map((entry) => entry.trim().toLowerCase().replace(domainStart, ""))
    .some((entry) => entry === "*" || (entry !== "" && covers(entry, host, hostname)));
}

function covers(entry: string, host: string, hostname: string): boolean {
  return entry === host || entry === hostname || hostname.endsWith(`.${entry}`);
}
