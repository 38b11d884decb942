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
 * After this many requests only one in 64 is examined. A proxy sends the header with all of them, and
 * looking for it takes a fiftieth of the time of a short answer.
 */
const allExaminedMax = 1_000;
const oneIn = 64;

/**
 * Warns once of each peer that sends `X-Forwarded-For` and is no trusted proxy. If it is a proxy, all
 * its clients count as one address. One client can then use up the limits of all.
 */
export function warnOfUntrustedProxies(options: UntrustedProxyOptions): FetchHandler {
  const { fetch, addresses, log } = options;
  const warned = new Set<string>();
  let requests = 0;
  const isExamined = () => {
    requests++;
    return warned.size < peersMax && (requests <= allExaminedMax || requests % oneIn === 0);
  };
  return (request, peers) => {
    if (isExamined() && request.headers.has("x-forwarded-for")) {
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
