import { GatehouseError } from "../errors.ts";
import type { ErrorHandler } from "../http/routing/error-handler.ts";
import type { FetchHandler } from "../http/routing/fetch-handler.ts";
import type { ClientAddresses } from "./client-addresses.ts";
import { subnetOf } from "./subnet.ts";

export interface ConcurrencyLimitOptions {
  readonly fetch: FetchHandler;
  readonly refuse: ErrorHandler;
  readonly addresses: ClientAddresses;
  /** The most requests of a client address that wait for their answers. */
  readonly perAddressMax: number;
}

/**
 * Limits the requests of every client address that are under way at the same time. Requests that are
 * answered at once never are, and are not counted.
 */
export function withConcurrencyLimit(options: ConcurrencyLimitOptions): FetchHandler {
  const { fetch, refuse, addresses, perAddressMax } = options;
  const counts = new Map<string, number>();
  let total = 0;

  const release = (client: string) => {
    total -= 1;
    const count = (counts.get(client) ?? 0) - 1;
    if (count > 0) {
      counts.set(client, count);
    } else {
      counts.delete(client);
    }
  };

  return (request, peers) => {
    const clientOf = () => subnetOf(addresses.of(request, peers.requestIP(request)?.address ?? ""));
    // Finding the address takes a microsecond, and one client cannot have more than there are.
    if (total >= perAddressMax && (counts.get(clientOf()) ?? 0) >= perAddressMax) {
      const message = "Too many requests of this address are under way";
      const error = new GatehouseError("rate_limited", message, { retryAfterSeconds: 1 });
      return refuse(error, request);
    }
    const answer = fetch(request, peers);
    if (!(answer instanceof Promise)) {
      return answer;
    }
    const client = clientOf();
    total += 1;
    counts.set(client, (counts.get(client) ?? 0) + 1);
    return answer.finally(() => release(client));
  };
}
