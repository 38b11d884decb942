import { BlockList, isIPv4, isIPv6 } from "node:net";
import type { Network } from "../../core/network/network.ts";

const forwardedHeader = "x-forwarded-for";

/**
 * The maximum number of addresses that are read from the header. Each proxy adds one, so a longer
 * list is forged.
 */
const forwardedMax = 32;

/**
 * Finds the client address of a request: the peer address of the connection. Behind a trusted proxy
 * it is the last untrusted address in X-Forwarded-For. A client can only forge addresses further
 * left, which are not read.
 */
export class ClientAddresses {
  readonly #trusted = new BlockList();
  readonly #trustsAny: boolean;

  constructor(trustedProxies: readonly Network[]) {
    this.#trustsAny = trustedProxies.length > 0;
    for (const { address, bits } of trustedProxies) {
      this.#trusted.addSubnet(address, bits, familyOf(address));
    }
  }

  /** `peer` is the peer address of the connection; empty if unknown. */
  of(request: Request, peer: string): string {
    let client = plain(peer);
    if (!this.#trustsAny || !this.#trusts(client)) {
      return client;
    }
    const header = request.headers.get(forwardedHeader) ?? "";
    const hops = header.split(",", forwardedMax + 1).map((hop) => plain(hop.trim()));
    if (hops.length > forwardedMax) {
      return client;
    }
    for (const hop of hops.reverse()) {
      if (!isIPv4(hop) && !isIPv6(hop)) {
        return client;
      }
      client = hop;
      if (!this.#trusts(client)) {
        return client;
      }
    }
    return client;
  }

  /** Whether an address belongs to a trusted proxy. */
  isTrusted(address: string): boolean {
    return this.#trustsAny && this.#trusts(plain(address));
  }

  #trusts(address: string): boolean {
    return (isIPv4(address) || isIPv6(address)) && this.#trusted.check(address, familyOf(address));
  }
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return address.includes(":") ? "ipv6" : "ipv4";
}

const mapped = /^::ffff:(?<address>\d+\.\d+\.\d+\.\d+)$/i;
const withPort = /^(?:\[(?<ipv6>[^\]]*)\]|(?<ipv4>[\d.]+))(?::\d+)?$/;

/** Removes a port, brackets and `::ffff:`, which proxies and sockets add to an address. */
function plain(text: string): string {
  const groups = withPort.exec(text)?.groups;
  const address = groups?.ipv6 ?? groups?.ipv4 ?? text;
  return mapped.exec(address)?.groups?.address ?? address.toLowerCase();
}
