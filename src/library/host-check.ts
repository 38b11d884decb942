import { parseHost } from "../config/value-parsers.ts";
import { AllowedHosts } from "../http/request/allowed-hosts.ts";
import { rawPath } from "../http/request/request-url.ts";
import type { MountableOptions } from "./mountable-options.ts";

/**
 * Whether requests are answered by their host name; those for `exemptPath` are for any host, as load
 * balancers ask for the health by address. Throws a `TypeError` for a name that is no host.
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
