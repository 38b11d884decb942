/** The address of one end of a connection. */
export interface SocketAddress {
  /** IPv4 with dots, also for an IPv4 connection to an IPv6 socket; IPv6 as eight groups. */
  readonly address: string;
  readonly port: number;
}

const familyIpv4 = 2;
const familyIpv6 = 10;
const ipv4Offset = 4;
const ipv6Offset = 8;
const ipv4MappedGroups = "0:0:0:0:0:ffff";

/** Reads Linux's `struct sockaddr`; undefined for a socket of another family. */
export function readSocketAddress(view: DataView): SocketAddress | undefined {
  const family = view.getUint16(0, true);
  if (family !== familyIpv4 && family !== familyIpv6) {
    return undefined;
  }
  const port = view.getUint16(2);
  if (family === familyIpv4) {
    return { address: ipv4At(view, ipv4Offset), port };
  }
  const groups = Array.from({ length: 8 }, (_, index) =>
    view.getUint16(ipv6Offset + 2 * index).toString(16),
  );
  return groups.slice(0, 6).join(":") === ipv4MappedGroups
    ? { address: ipv4At(view, ipv6Offset + 12), port }
    : { address: groups.join(":"), port };
}

function ipv4At(view: DataView, offset: number): string {
  return [0, 1, 2, 3].map((index) => view.getUint8(offset + index)).join(".");
}
