import { rawPath } from "../http/request/request-url.ts";
import type { Fetch } from "../http/routing/fetch.ts";
import type { Refuser } from "../http/routing/refuser.ts";
import type { ClientAddresses } from "./client-addresses.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import { subnetOf } from "./subnet.ts";

export interface AddressLimitOptions {
  readonly fetch: Fetch;
  readonly refuse: Refuser;
  readonly limiter: RateLimiter<string>;
  readonly addresses: ClientAddresses;
  /** Whole paths that are never refused: whoever watches a server asks often, and must be told. */
  readonly exempt: ReadonlySet<string>;
}

/** Holds every client address to a rate, whatever it asks for. */
export function limitedByAddress(options: AddressLimitOptions): Fetch {
  const { fetch, refuse, limiter, addresses, exempt } = options;
  return (request, peers) => {
    if (!exempt.has(rawPath(request.url))) {
      const peer = peers.requestIP(request)?.address ?? "";
      try {
        limiter.take(subnetOf(addresses.of(request, peer)));
      } catch (error) {
        return refuse(error, request);
      }
    }
    return fetch(request, peers);
  };
}
