import { GatehouseError } from "../../core/errors.ts";
import { subnetOf } from "../../core/network/subnet.ts";
import type { ErrorHandler } from "../routing/error-handler.ts";
import type { FetchHandler, PeerAddresses } from "../routing/fetch-handler.ts";
import type { ClientAddresses } from "./client-addresses.ts";

export interface ConcurrencyLimitOptions {
  readonly fetch: FetchHandler;
  readonly refuse: ErrorHandler;
  readonly addresses: ClientAddresses;
  /** The maximum number of unanswered requests of a client address. */
  readonly perAddressMax: number;
}

/** An unanswered request. */
interface RequestUnderWay {
  readonly request: Request;
  readonly peers: PeerAddresses;
  /** Its client; undefined until clients are counted. */
  client: string | undefined;
}

/**
 * Limits the concurrent requests of every client address. Requests with an immediate answer do not
 * count. Finding the address of a request takes a microsecond. Clients are therefore counted only
 * while all requests together exceed the limit of one client.
 */
export function withConcurrencyLimit(options: ConcurrencyLimitOptions): FetchHandler {
  const { fetch, refuse, addresses, perAddressMax } = options;
  const underWay = new Set<RequestUnderWay>();
  let counts: Map<string, number> | undefined;

  const clientOf = (request: Request, peers: PeerAddresses) =>
    subnetOf(addresses.of(request, peers.requestIP(request)?.address ?? ""));

  const count = (all: Map<string, number>, each: RequestUnderWay) => {
    each.client ??= clientOf(each.request, each.peers);
    all.set(each.client, (all.get(each.client) ?? 0) + 1);
  };

  const counted = () => {
    if (counts === undefined) {
      counts = new Map();
      for (const each of underWay) {
        count(counts, each);
      }
    }
    return counts;
  };

  const release = (each: RequestUnderWay) => {
    underWay.delete(each);
    if (underWay.size < perAddressMax / 2) {
      counts = undefined;
    } else if (counts !== undefined && each.client !== undefined) {
      const left = (counts.get(each.client) ?? 0) - 1;
      if (left > 0) {
        counts.set(each.client, left);
      } else {
        counts.delete(each.client);
      }
    }
  };

  return (request, peers) => {
    if (
      underWay.size >= perAddressMax &&
      (counted().get(clientOf(request, peers)) ?? 0) >= perAddressMax
    ) {
      const message = "Too many requests of this address are under way";
      const error = new GatehouseError("rate_limited", { message, retryAfterSeconds: 1 });
      return refuse(error, request);
    }
    const answer = fetch(request, peers);
    if (!(answer instanceof Promise)) {
      return answer;
    }
    const each = { request, peers, client: undefined };
    underWay.add(each);
    if (counts !== undefined) {
      count(counts, each);
    }
    // Faster than `finally`, which creates two more promises.
    return answer.then(
      (response) => {
        release(each);
        return response;
      },
      (error: unknown) => {
        release(each);
        throw error;
      },
    );
  };
}
