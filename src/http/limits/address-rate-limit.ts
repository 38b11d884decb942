import { subnetOf } from "../../core/network/subnet.ts";
import type { RateLimiter } from "../../core/rates/rate-limiter.ts";
import { rawPath } from "../request/request-url.ts";
import type { ErrorHandler } from "../routing/error-handler.ts";
import type { FetchHandler } from "../routing/fetch-handler.ts";
import type { ClientAddresses } from "./client-addresses.ts";

export interface AddressLimitOptions {
  readonly fetch: FetchHandler;
  readonly refuse: ErrorHandler;
  readonly limiter: RateLimiter<string>;
  readonly addresses: ClientAddresses;
  /** Paths that are never limited: monitoring requests them often, and must get an answer. */
  readonly exempt: ReadonlySet<string>;
}

/** Limits the rate of requests of every client address, for all paths together. */
export function withAddressRateLimit(options: AddressLimitOptions): FetchHandler {
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
