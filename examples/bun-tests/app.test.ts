import { afterEach, expect, test } from "bun:test";
import { mountable } from "gatehouse-flags";
import { createClient } from "gatehouse-flags/client";
import { reset } from "gatehouse-flags/testing";
import { answer } from "./app.ts";

/** A Gatehouse server in the memory of this test: no network, no files. */
const server = mountable({ data: ":memory:", groups: { staff: () => false } });
afterEach(() => reset(server));

/** Gets the checkout with the features that the server has now. */
async function checkout(query: string): Promise<unknown> {
  const features = createClient({
    url: "http://gatehouse.test/flipper/api",
    telemetry: false,
    runtime: { fetch: (url, init) => server.handle(new Request(url, init)) },
  });
  await features.ready();
  const response = answer(new Request(`http://app.test/checkout?${query}`), features);
  await features.close();
  return response.json();
}

const oldOne = { checkout: "old" };
const newOne = { checkout: "new" };

test("everyone gets the old checkout at first", async () => {
  expect(await checkout("user=42")).toEqual(oldOne);
});

test("one user gets the new checkout", async () => {
  await server.enableActor("new_checkout", "User;42");
  expect(await checkout("user=42")).toEqual(newOne);
  expect(await checkout("user=43")).toEqual(oldOne);
});

test("staff gets the new checkout", async () => {
  await server.enableGroup("new_checkout", "staff");
  expect(await checkout("user=43&group=staff")).toEqual(newOne);
  expect(await checkout("user=43")).toEqual(oldOne);
});

test("a percentage of users gets the new checkout, always the same users", async () => {
  await server.enablePercentageOfActors("new_checkout", 50);
  const users = Array.from({ length: 20 }, (_, index) => `user=${index}`);
  const first = await Promise.all(users.map(checkout));
  expect(first).toContainEqual(newOne);
  expect(first).toContainEqual(oldOne);
  expect(await Promise.all(users.map(checkout))).toEqual(first);
});
