import { hostNameIn } from "../http/request/allowed-hosts.ts";
import type { FetchHandler } from "../http/routing/fetch-handler.ts";

/** A year, as https://hstspreload.org recommends. This server cannot decide for subdomains. */
const policy = "max-age=31536000";
const localName = /(?:^|\.)localhost$/;
const address = /^\[|^[\d.]+$/;

/**
 * Makes browsers use https only, for the host name of a request (RFC 6797). Excludes localhost and
 * addresses: a browser would then use https for all other servers of that machine.
 */
export function withTransportSecurity(fetch: FetchHandler): FetchHandler {
  let latest = { host: "", isNamed: false };
  return (request, peers) => {
    const host = request.headers.get("host") ?? "";
    if (host !== latest.host) {
      latest = { host, isNamed: isNamed(hostNameIn(host)) };
    }
    const { isNamed: isSecured } = latest;
    const answer = fetch(request, peers);
    if (!isSecured) {
      return answer;
    }
    return answer instanceof Promise ? answer.then(secured) : secured(answer);
  };
}

function isNamed(name: string | undefined): boolean {
  return name !== undefined && !localName.test(name) && !address.test(name);
}

function secured(response: Response): Response {
  response.headers.set("strict-transport-security", policy);
  return response;
}
