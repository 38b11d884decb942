import { GatehouseError } from "../core/errors.ts";
import type { AllowedHosts } from "../http/request/allowed-hosts.ts";
import { rawPath } from "../http/request/request-url.ts";
import type { ErrorHandler } from "../http/routing/error-handler.ts";
import type { FetchHandler } from "../http/routing/fetch-handler.ts";

export interface OtherHostsOptions {
  readonly fetch: FetchHandler;
  readonly refuse: ErrorHandler;
  readonly hosts: AllowedHosts;
  /** Paths that are answered for any host, because load balancers request them by address. */
  readonly exempt: ReadonlySet<string>;
}

/** Refuses requests for other host names, without reading their bodies. */
export function refuseOtherHosts(options: OtherHostsOptions): FetchHandler {
  const { fetch, refuse, hosts, exempt } = options;
  return (request, peers) =>
    hosts.allows(request) || exempt.has(rawPath(request.url))
      ? fetch(request, peers)
      : refuse(new GatehouseError("host_not_allowed"), request);
}
