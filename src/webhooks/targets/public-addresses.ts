import { BlockList, isIPv4, isIPv6 } from "node:net";
import type { Network } from "../../core/network/network.ts";

/**
 * The IPv4 networks that are not public, by their purpose (IANA, special-purpose addresses), and
 * addresses of clouds that give credentials to any process of a server.
 */
const notPublicIpv4: Readonly<Record<string, readonly string[]>> = {
  unspecified: ["0.0.0.0/8"],
  loopback: ["127.0.0.0/8"],
  private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"],
  "shared by customers of a provider": ["100.64.0.0/10"],
  "link-local": ["169.254.0.0/16"],
  reserved: ["192.0.0.0/24", "240.0.0.0/4"],
  "for documentation": ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"],
  "for tunnels": ["192.88.99.0/24"],
  "for benchmarks": ["198.18.0.0/15"],
  multicast: ["224.0.0.0/4"],
  "of a cloud's metadata": ["168.63.129.16/32"],
};

/** All public IPv6 addresses are in one network; the others are listed for the reason only. */
const publicIpv6 = blockList(["2000::/3"]);
const notPublicIpv6: Readonly<Record<string, readonly string[]>> = {
  unspecified: ["::/128"],
  loopback: ["::1/128"],
  private: ["fc00::/7"],
  "link-local": ["fe80::/10"],
  multicast: ["ff00::/8"],
  // These contain an IPv4 address, which may be any: NAT64, Teredo and other protocols, and 6to4.
  "for tunnels": ["64:ff9b::/32", "2001::/23", "2002::/16"],
  "for documentation": ["2001:db8::/32", "3fff::/20"],
};
/** IPv4 addresses in the form of IPv6. `BlockList` compares them with networks of IPv4. */
const mappedIpv4 = blockList(["::ffff:0:0/96"]);

const kindsIpv4 = kindLists(notPublicIpv4);
const kindsIpv6 = kindLists(notPublicIpv6);

/** Why an address is not public, such as "private"; undefined for a public one. */
export function notPublicKind(address: string): string | undefined {
  if (isIPv4(address)) {
    return kindsIpv4.find(([, list]) => list.check(address, "ipv4"))?.[0];
  }
  // `BlockList` finds no network for an address with the name of an interface.
  if (!isIPv6(address) || address.includes("%")) {
    return "unknown";
  }
  if (mappedIpv4.check(address, "ipv6")) {
    return kindsIpv4.find(([, list]) => list.check(address, "ipv6"))?.[0];
  }
  const kind = kindsIpv6.find(([, list]) => list.check(address, "ipv6"))?.[0];
  return kind ?? (publicIpv6.check(address, "ipv6") ? undefined : "reserved");
}

/** Whether one of the networks has an address. */
export function isInNetworks(address: string, networks: readonly Network[]): boolean {
  const list = blockList(networks.map(({ address: first, bits }) => `${first}/${bits}`));
  return list.check(address, familyOf(address));
}

function kindLists(
  networksByKind: Readonly<Record<string, readonly string[]>>,
): readonly (readonly [kind: string, list: BlockList])[] {
  return Object.entries(networksByKind).map(([kind, networks]) => [kind, blockList(networks)]);
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return address.includes(":") ? "ipv6" : "ipv4";
}
