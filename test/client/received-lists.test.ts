import { expect, test } from "bun:test";
import { ClientWorld, listAnswer, listed, settled } from "./client-world.ts";

const good = listed("search", { boolean: true });
const all = (gates: unknown) => JSON.stringify({ features: [{ key: "search", gates }] });
const gate = (key: string, value: unknown) => all([{ key, value }]);

const unusable: readonly [string, string][] = [
  ["nothing", ""],
  ["half a list", '{"features":[{"key":"search","gates":[]}'],
  ["a page", "<html></html>"],
  ["null", "null"],
  ["a list without its object", "[]"],
  ["no features", "{}"],
  ["features that are null", '{"features":null}'],
  ["an error", '{"code":1,"message":"Feature not found"}'],
  ["a feature that is a text", '{"features":["search"]}'],
  ["a feature without a key", '{"features":[{"gates":[]}]}'],
  ["a feature twice", '{"features":[{"key":"a","gates":[]},{"key":"a","gates":[]}]}'],
  ["gates that are an object", all({ boolean: true })],
  ["a gate that is a text", all(["boolean"])],
  ["a boolean that is a number", gate("boolean", 1)],
  ["a boolean that is another text", gate("boolean", "yes")],
  ["actors that are a text", gate("actors", "User;1")],
  ["an actor that is a number", gate("actors", [1])],
  ["a group that is null", gate("groups", [null])],
  ["a percentage above 100", gate("percentage_of_actors", 101)],
  ["a percentage below 0", gate("percentage_of_time", "-1")],
  ["a percentage that is no number", gate("percentage_of_time", "many")],
  ["a percentage that is a list", gate("percentage_of_time", [5])],
  ["a percentage that is an empty text", gate("percentage_of_time", "")],
];

test.each(unusable)("%s never replaces a good list", async (_, body) => {
  const world = new ClientWorld();
  let answer = () => listAnswer([good], { etag: '"good"' });
  world.answers.set("/features", () => answer());
  const client = world.client();
  await client.ready();
  answer = () => new Response(body, { headers: { etag: '"bad"' } });
  await world.advance(10_000);
  expect(client.enabled("search")).toBeTrue();
  expect(client.status()).toMatchObject({ source: "server", ageMs: 10_000 });
  expect(world.errors.length).toBe(1);
  await world.advance(10_000);
  // The tag of what could not be read is not sent.
  expect(world.sentTo("/features").at(-1)?.headers.get("if-none-match")).toBe('"good"');
  answer = () => listAnswer([listed("search")]);
  await world.advance(10_000);
  expect(client.enabled("search")).toBeFalse();
  await client.close();
});

test.each([204, 206, 301, 404, 500])("nor does an answer with status %d", async (status) => {
  const world = new ClientWorld();
  world.answers.set("/features", () =>
    world.sent.length === 1
      ? listAnswer([good])
      : new Response(status === 204 ? null : '{"features":[]}', { status }),
  );
  const client = world.client();
  await client.ready();
  await world.advance(10_000);
  expect(client.enabled("search")).toBeTrue();
  expect(client.status().error).toContain(String(status));
  await client.close();
});

test("nor does 304 before a list, an answer that breaks off, or one with invalid bytes", async () => {
  const world = new ClientWorld();
  const start = new TextEncoder().encode('{"features":[');
  const broken = () =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(start);
        controller.error(new Error("the connection broke"));
      },
    });
  const answers = [
    () => new Response(null, { status: 304 }),
    () => new Response(broken()),
    () => new Response(new Uint8Array([123, 34, 255, 34, 125])),
  ];
  world.answers.set("/features", () => answers[world.sent.length - 1]?.() ?? listAnswer([good]));
  const client = world.client();
  await client.ready();
  expect(world.errors).toEqual(["GET /features was answered with 304"]);
  await world.advance(10_000);
  expect(world.errors[1]).toBe("the connection broke");
  await world.advance(10_000);
  expect(world.errors.length).toBe(3);
  expect(client.status().source).toBe("none");
  await world.advance(10_000);
  expect(client.status()).toEqual({ source: "server", ageMs: 0, revision: null });
  await client.close();
});

test("a body over the limit is not read to its end", async () => {
  const world = new ClientWorld();
  let parts = 0;
  let isCancelled = false;
  world.answers.set("/features", ({ signal }) => {
    signal?.addEventListener("abort", () => {
      isCancelled = true;
    });
    return new Response(
      new ReadableStream({
        pull(controller) {
          parts += 1;
          controller.enqueue(new Uint8Array(1_000).fill(32));
        },
      }),
    );
  });
  const client = world.client({ maxBytes: 10_000 });
  await client.ready();
  expect(world.errors).toEqual(["The answer has over 10000 bytes"]);
  await settled();
  expect(parts).toBeLessThan(20);
  expect(isCancelled).toBeTrue();
  await client.close();
});

test("a list that is older than the last one is not used", async () => {
  const world = new ClientWorld();
  const revisions = ["7", "6", "8"];
  world.answers.set("/features", () => {
    const index = world.sent.length - 1;
    return listAnswer([listed("search", { boolean: index !== 1 })], {
      "flipper-sync-version": revisions[index] ?? "9",
    });
  });
  const client = world.client({ telemetry: false });
  await client.ready();
  await world.advance(10_000);
  expect(client.enabled("search")).toBeTrue();
  expect(client.status()).toMatchObject({ revision: 7, ageMs: 10_000 });
  await world.advance(10_000);
  expect(client.status()).toMatchObject({ revision: 8, ageMs: 0 });
  await client.close();
});

test("the lists of Flipper Cloud have texts, unknown gates and missing gates", async () => {
  const world = new ClientWorld();
  const features = [
    listed("on", { boolean: "true", deny_actors: ["User;1"] }),
    listed("off", { boolean: null, expression: null, percentage_of_actors: null }),
    listed("also off", { boolean: "false", actors: null }),
    listed("some", { percentage_of_actors: "43.294" }),
    listed("none", { percentage_of_actors: "43.293" }),
    { key: "bare" },
    listed("single", { expression: { Equal: [{ Property: "plan" }, "pro"] } }),
  ];
  world.answers.set("/features", () => listAnswer(features));
  const client = world.client();
  await client.ready();
  const actor = { flipperId: "X", properties: { plan: "pro" } };
  const enabled = client.features().filter(({ key }) => client.enabled(key, actor));
  expect(enabled.map(({ key }) => key)).toContainAllValues(["on", "single"]);
  expect(client.features().map(({ state }) => state)).toEqual([
    "on",
    "off",
    "off",
    "conditional",
    "conditional",
    "off",
    "conditional",
  ]);
  await client.close();
});

test.each([
  { Duration: [1, "day"] },
  { Any: [] },
  { All: [] },
  { Equal: [1] },
  { Any: [true, { Unknown: [] }] },
  { Any: [null] },
  { Any: [[true]] },
  { Any: [true], All: [true] },
  {},
  "text",
  7,
  ["Any"],
])("an expression that cannot be evaluated closes its gate: %j", async (expression) => {
  const world = new ClientWorld();
  world.answers.set("/features", () =>
    listAnswer([
      listed("search", { expression }),
      listed("named", { expression, actors: ["User;1"] }),
      good === undefined ? {} : listed("other", { boolean: true }),
    ]),
  );
  const client = world.client();
  await client.ready();
  expect(client.enabled("search", "User;1")).toBeFalse();
  expect(client.enabled("named", "User;1")).toBeTrue();
  expect(client.enabled("other")).toBeTrue();
  expect(client.features()[0]?.state).toBe("conditional");
  expect(world.errors).toEqual([]);
  await client.close();
});
