import { subnetOf } from "../core/network/subnet.ts";
import type { ClientAddresses } from "../http/limits/client-addresses.ts";
import type { Log } from "../http/log/log.ts";
import type { FetchHandler } from "../http/routing/fetch-handler.ts";

export interface UntrustedProxyOptions {
  readonly fetch: FetchHandler;
  readonly addresses: ClientAddresses;
  readonly log: Log;
}

/** Anyone can send the header, so the log has at most this number of lines. */
const peersMax = 20;

/**
 * Warns once of each peer that sends `X-Forwarded-For` and is no trusted proxy. If it is a proxy, all
 * its clients count as one address. One client can then use up the limits of all.
 */
export function warnOfUntrustedProxies(options: UntrustedProxyOptions): FetchHandler {
  const { fetch, addresses, log } = options;
  const warned = new Set<string>();
  return (request, peers) => {
    if (warned.size < peersMax && request.headers.has("x-forwarded-for")) {
      const peer = peers.requestIP(request)?.address ?? "";
      const key = subnetOf(peer);
      if (peer !== "" && !warned.has(key) && !addresses.isTrusted(peer)) {
        warned.add(key);
        log.warn("X-Forwarded-For is ignored: if the peer is your proxy, set --trusted-proxy", {
          peer,
        });
      }
    }
    return fetch(request, peers);
  };
}
