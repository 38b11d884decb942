import { afterAll, expect, mock, test } from "bun:test";
import * as crypto from "node:crypto";
import { mountable } from "../../src/index.ts";

const original = crypto.timingSafeEqual;
/** Lengths of the two values of each comparison. */
const compared: [number, number][] = [];

void mock.module("node:crypto", () => ({
  ...crypto,
  timingSafeEqual: (left: Uint8Array, right: Uint8Array) => {
    compared.push([left.length, right.length]);
    return original(left, right);
  },
}));
afterAll(() => void mock.module("node:crypto", () => ({ ...crypto, timingSafeEqual: original })));

const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString("base64")}`;

test.each([
  ["the right ones", basic("me:secret"), 200],
  ["a wrong password", basic("me:secreT"), 401],
  ["a prefix", basic("me:s"), 401],
  ["much longer ones", basic(`me:${"secret".repeat(100)}`), 401],
])("credentials (%s) are compared in constant time, as digests", async (_, header, status) => {
  const toggles = mountable({ data: ":memory:", basicAuth: { user: "me", password: "secret" } });
  compared.length = 0;
  const request = new Request("http://localhost/flipper/api/features", {
    headers: { authorization: header },
  });
  expect((await toggles.handle(request)).status).toBe(status);
  await toggles.close();
  expect(compared).toEqual([[32, 32]]);
});
