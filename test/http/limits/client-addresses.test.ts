import { expect, test } from "bun:test";
import { subnetOf } from "../../../src/core/network/subnet.ts";
import { ClientAddresses } from "../../../src/http/limits/client-addresses.ts";

const proxies = [
  { address: "10.0.0.0", bits: 8 },
  { address: "fd00::", bits: 8 },
  { address: "127.0.0.1", bits: 32 },
];

function clientOf(peer: string, forwarded: string | null, trusted = proxies): string {
  const headers: Record<string, string> =
    forwarded === null ? {} : { "x-forwarded-for": forwarded };
  const request = new Request("http://x.example/", { headers });
  return new ClientAddresses(trusted).of(request, peer);
}

const rows: [peer: string, forwarded: string | null, client: string][] = [
  // Without a trusted proxy in between, the header is ignored: any client could write it.
  ["192.0.2.1", null, "192.0.2.1"],
  ["192.0.2.1", "198.51.100.7", "192.0.2.1"],
  ["2001:db8::1", "198.51.100.7", "2001:db8::1"],
  // A trusted proxy adds the address; the client's own entries are further left.
  ["10.1.2.3", "198.51.100.7", "198.51.100.7"],
  ["127.0.0.1", "203.0.113.9, 198.51.100.7", "198.51.100.7"],
  ["fd12::1", "1.2.3.4,198.51.100.7 ", "198.51.100.7"],
  ["::ffff:10.1.2.3", "198.51.100.7", "198.51.100.7"],
  ["10.1.2.3", "2001:DB8::7", "2001:db8::7"],
  // Several trusted proxies in a row.
  ["10.1.2.3", "198.51.100.7, 10.9.9.9, 127.0.0.1", "198.51.100.7"],
  ["10.1.2.3", "10.9.9.9", "10.9.9.9"],
  // Ports and brackets, as some proxies write them.
  ["10.1.2.3", "198.51.100.7:4711", "198.51.100.7"],
  ["10.1.2.3", "[2001:db8::7]:4711", "2001:db8::7"],
  ["10.1.2.3", "::ffff:198.51.100.7", "198.51.100.7"],
  // An entry that is no address ends the search at the last known address.
  ["10.1.2.3", null, "10.1.2.3"],
  ["10.1.2.3", "", "10.1.2.3"],
  ["10.1.2.3", "unknown", "10.1.2.3"],
  ["10.1.2.3", "198.51.100.7, _hidden", "10.1.2.3"],
  ["10.1.2.3", "198.51.100.7, 10.9.9.9, x", "10.1.2.3"],
  ["10.1.2.3", "198.51.100.7, 999.1.1.1, 10.9.9.9", "10.9.9.9"],
  ["10.1.2.3", "198.51.100.7,".repeat(40), "10.1.2.3"],
  ["", "198.51.100.7", ""],
];

test.each(rows)("%j forwarding %j is %s", (peer, forwarded, client) => {
  expect(clientOf(peer, forwarded)).toBe(client);
});

test("without trusted proxies, the header is ignored", () => {
  expect(clientOf("127.0.0.1", "198.51.100.7", [])).toBe("127.0.0.1");
  expect(clientOf("::ffff:192.0.2.1", null, [])).toBe("192.0.2.1");
});

const subnets: [address: string, subnet: string][] = [
  ["192.0.2.1", "192.0.2.1"],
  ["", ""],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["::2:3:4:5:6:7:8", "0:2:3:4::/64"],
  ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
];

test.each(subnets)("%s counts with all of %s", (address, subnet) => {
  expect(subnetOf(address)).toBe(subnet);
});
