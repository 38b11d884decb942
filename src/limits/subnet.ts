const groupsInAddress = 8;
/** What one household or host is given: limits on less are got around by counting up. */
const groupsInSubnet = 4;

/** What counts as one client: an IPv4 address, the /64 of an IPv6 address; other texts stay. */
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

/** Without leading zeros; an IPv4 address at the end stands for two groups. */
function groupsOf(text: string): readonly string[] {
  return text === ""
    ? []
    : text
        .split(":")
        .flatMap((group) =>
          group.includes(".") ? ["0", "0"] : [Number.parseInt(group, 16).toString(16)],
        );
}
