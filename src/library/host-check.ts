import { parseHost } from "../config/value-parsers.ts";
import { AllowedHosts } from "../http/request/allowed-hosts.ts";
import { rawPath } from "../http/request/request-url.ts";
import type { MountableOptions } from "./mountable-options.ts";

/**
 * Checks the host name of requests. Requests for `exemptPath` may use any host, because load
 * balancers check the health by address. Throws a `TypeError` for an invalid name.
 */
export function hostCheck({ allowedHosts }: MountableOptions, exemptPath: string) {
  for (const name of allowedHosts ?? []) {
    const parsed = parseHost(name);
    if ("reason" in parsed) {
      throw new TypeError(`allowedHosts: ${JSON.stringify(name)} ${parsed.reason}`);
    }
  }
  const hosts = allowedHosts === undefined ? undefined : new AllowedHosts(allowedHosts);
  return (request: Request) =>
    hosts === undefined || hosts.allows(request) || rawPath(request.url) === exemptPath;
}
