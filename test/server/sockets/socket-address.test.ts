import { expect, test } from "bun:test";
import { readSocketAddress } from "../../../src/server/sockets/socket-address.ts";

function view(...bytes: number[]): DataView {
  const padded = new Uint8Array(128);
  padded.set(bytes);
  return new DataView(padded.buffer);
}

const zeros = (count: number) => Array.from({ length: count }, () => 0);
const ipv4 = [2, 0, 0x1f, 0x90, 192, 0, 2, 7];
const ipv6Head = [10, 0, 0, 80, 0, 0, 0, 0];

test.each([
  ["IPv4", ipv4, { address: "192.0.2.7", port: 8_080 }],
  [
    "IPv6",
    [...ipv6Head, 0x20, 1, 0xd, 0xb8, ...zeros(10), 0, 1],
    { address: "2001:db8:0:0:0:0:0:1", port: 80 },
  ],
  [
    "IPv4 on an IPv6 socket",
    [...ipv6Head, ...zeros(10), 0xff, 0xff, 192, 0, 2, 7],
    { address: "192.0.2.7", port: 80 },
  ],
  ["a Unix socket", [1, 0, 0x2f, 0x78], undefined],
  ["nothing", [], undefined],
])("reads the address of %s", (_, bytes, expected) => {
  expect(readSocketAddress(view(...bytes))).toEqual(expected);
});
