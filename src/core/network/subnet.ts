const groupsInAddress = 8;
/**
 * A /64 network, the smallest that a household or server gets: a client can change its address
 * inside it at will.
 */
const groupsInSubnet = 4;

/**
 * The key of a client for rate limits: an IPv4 address, or the /64 network of an IPv6 address;
 * other texts are unchanged.
 */
export function subnetOf(address: string): string {
  if (!address.includes(":")) {
    return address;
  }
  const [head = "", tail] = address.split("::");
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const zeros = Math.max(0, groupsInAddress - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  return `${groups.slice(0, groupsInSubnet).join(":")}::/64`;
}

/** Groups without leading zeros; an IPv4 address at the end counts as two groups. */
function groupsOf(text: string): readonly string[] {
  return text === ""
    ? []
    : text
        .split(":")
        .flatMap((group) =>
          group.includes(".") ? ["0", "0"] : [Number.parseInt(group, 16).toString(16)],
        );
}
