import { LRUCache } from "lru-cache";
import { subnetOf } from "../../core/network/subnet.ts";
import type { Rate } from "../../core/rates/rate.ts";
import { RateLimiter } from "../../core/rates/rate-limiter.ts";
import { rawPath } from "../request/request-url.ts";
import type { ErrorHandler } from "../routing/error-handler.ts";
import type { FetchHandler } from "../routing/fetch-handler.ts";
import type { ClientAddresses } from "./client-addresses.ts";

export interface GuessLimitOptions {
  readonly fetch: FetchHandler;
  readonly refuse: ErrorHandler;
  readonly addresses: ClientAddresses;
  /** Whether a request has the right credentials. */
  readonly isRight: (request: Request) => boolean;
  /** Paths that need no credentials. */
  readonly exempt: ReadonlySet<string>;
  /** A monotonic clock in milliseconds. */
  readonly nowMs: () => number;
}

/** Wrong credentials from one address: 60 at once, then 6 a minute, as for signing in. */
const rate: Rate = { burst: 60, perSecond: 1 / 10 };
/** Bounds memory: the least recently used address is dropped. */
const addressesMax = 10_000;

/**
 * Limits guesses of HTTP Basic credentials for each client address. At the limit, right credentials
 * are refused too, because the limit would otherwise be useless. An address that has sent right
 * credentials before is exempt, so its clients are never locked out.
 */
export function limitGuesses(options: GuessLimitOptions): FetchHandler {
  const { fetch, refuse, addresses, isRight, exempt } = options;
  const limiter = new RateLimiter<string>(rate, options.nowMs);
  const known = new LRUCache<string, true>({ max: addressesMax });
  return (request, peers) => {
    if (!request.headers.has("authorization") || exempt.has(rawPath(request.url))) {
      return fetch(request, peers);
    }
    const client = subnetOf(addresses.of(request, peers.requestIP(request)?.address ?? ""));
    const hasRight = isRight(request);
    if (!(hasRight && known.get(client) === true)) {
      try {
        limiter.take(client);
      } catch (error) {
        return refuse(error, request);
      }
      if (hasRight) {
        limiter.giveBack(client);
        known.set(client, true);
      }
    }
    return fetch(request, peers);
  };
}
