import { expect, test } from "bun:test";
import type { Client } from "../../src/client/client-types.ts";
import { GatehouseProvider } from "../../src/client/openfeature/gatehouse-provider.ts";
import { outcomeBucketOf } from "../../src/core/outcomes/outcome-bucket.ts";
import { ClientWorld, listAnswer, listed, type SentRequest, settled } from "./client-world.ts";

const minuteMs = 60_000;
const submitMs = 20_000;
const accepted = () => new Response("{}", { status: 202 });
const checkout = { watched: [{ name: "checkout", keys: ["billing", "search"] }] };

interface Sent {
  readonly name: string;
  readonly key: string;
  readonly result: boolean;
  readonly total: number;
  readonly errors: number;
  readonly buckets: readonly (readonly [number, number])[];
}

function worldWith(watched: object = checkout): ClientWorld {
  const world = new ClientWorld();
  world.answers.set("/features", () =>
    listAnswer([
      listed("search", { actors: ["User;1", "User;77"] }),
      listed("billing"),
      listed("other"),
    ]),
  );
  world.answers.set("/gatehouse/watched", () =>
    Response.json(watched, { headers: { etag: '"one"' } }),
  );
  world.answers.set("/gatehouse/outcomes", accepted);
  return world;
}

/** A client that knows what is watched. */
async function startedIn(world: ClientWorld): Promise<Client> {
  const client = world.client({ telemetry: false });
  await client.ready();
  expect(client.outcomes.run("checkout", () => 7)).toBe(7);
  await settled();
  expect(world.sentTo("/gatehouse/watched")).toHaveLength(1);
  return client;
}

function outcomesIn(requests: readonly SentRequest[]): readonly Sent[] {
  return requests.flatMap(({ body }): readonly Sent[] => JSON.parse(body).outcomes);
}

/** Key, result, total and errors of each outcome, and its buckets with outcomes. */
function shown(requests: readonly SentRequest[]) {
  return outcomesIn(requests)
    .map(({ key, result, total, errors, buckets }) => [
      ...([key, result, total, errors] as const),
      buckets.flatMap(([sum], index) => (sum > 0 ? [index] : [])),
    ])
    .sort();
}

const bucket1 = outcomeBucketOf("User;1");
const bucket2 = outcomeBucketOf("User;77");
const bucket9 = outcomeBucketOf("User;300");

test("the buckets are the top bits of FNV-1a", () => {
  const ids = ["", "a", "foobar", "User;1", "Größe", "😀"];
  // From the offset basis 811c9dc5, and the vectors e40c292c and bf9cf968 of the authors.
  expect(ids.map(outcomeBucketOf).slice(0, 3)).toEqual([8, 14, 11]);
  const counts = new Array<number>(16).fill(0);
  for (let id = 0; id < 16_000; id++) {
    const bucket = outcomeBucketOf(`User;${id}`);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  expect(Math.min(...counts)).toBeGreaterThan(700);
  expect(Math.max(...counts)).toBeLessThan(1_300);
});

test("the end of work counts for its checks of watched features, also after waiting", async () => {
  const world = worldWith();
  const client = await startedIn(world);
  const work = async (id: string, ms: number, fails: boolean) => {
    client.enabled("search", id);
    await Bun.sleep(ms);
    client.enabled("search", id);
    client.enabled("billing", id);
    client.enabled("other", id);
    if (fails) {
      throw new Error(`failed for ${id}`);
    }
    return id;
  };
  const ends = await Promise.allSettled([
    client.outcomes.run("checkout", () => work("User;1", 3, false)),
    client.outcomes.run("checkout", () => work("User;77", 1, true)),
    client.outcomes.run("checkout", () => work("User;300", 0, false)),
    client.outcomes.run("sign-in", () => work("User;1", 0, true)),
  ]);
  expect(ends.map(({ status }) => status)).toEqual([
    ...["fulfilled", "rejected", "fulfilled", "rejected"],
  ] as never);
  expect(ends[0]).toEqual({ status: "fulfilled", value: "User;1" });
  expect(ends[1]).toEqual({ status: "rejected", reason: new Error("failed for User;77") });
  // Outside of any work.
  client.enabled("search", "User;1");
  await world.advance(submitMs);
  const requests = world.sentTo("/gatehouse/outcomes");
  expect(requests).toHaveLength(1);
  expect(requests[0]?.headers.get("content-encoding")).toBe("gzip");
  expect(JSON.parse(requests[0]?.body ?? "").request_id).toMatch(/^[\da-f-]{36}$/);
  expect(outcomesIn(requests).every(({ name }) => name === "checkout")).toBeTrue();
  const all = [...new Set([bucket1, bucket2, bucket9])].sort((a, b) => a - b);
  expect(shown(requests)).toEqual(
    [
      ["billing", false, 3, 1, all],
      ["search", false, 1, 0, [bucket9]],
      ["search", true, 2, 1, [bucket1, bucket2].sort((a, b) => a - b)],
    ].sort() as never,
  );
  for (const { total, errors, buckets } of outcomesIn(requests)) {
    expect(buckets).toHaveLength(16);
    expect(buckets.reduce((sum, [each]) => sum + each, 0)).toBe(total);
    expect(buckets.reduce((sum, [, each]) => sum + each, 0)).toBe(errors);
  }
  await client.close();
  expect(world.sentTo("/gatehouse/outcomes")).toHaveLength(1);
  expect(world.errors).toEqual([]);
  expect(world.timerCount).toBe(0);
});

test("synchronous work, work inside of work and fail() count as they should", async () => {
  const world = worldWith({
    watched: [...checkout.watched, { name: "payment", keys: ["search"] }],
  });
  const client = await startedIn(world);
  const broken = () => {
    client.enabled("search", "User;1");
    throw new TypeError("broken");
  };
  expect(() => client.outcomes.run("checkout", broken)).toThrow(new TypeError("broken"));
  client.outcomes.run("checkout", () => {
    client.enabled("billing");
    client.outcomes.run("payment", () => {
      client.enabled("search", "User;1");
      client.outcomes.fail();
    });
  });
  client.outcomes.fail();
  await client.flush();
  const sums = outcomesIn(world.sentTo("/gatehouse/outcomes"))
    .map(({ name, key, total, errors }) => [name, key, total, errors])
    .sort();
  expect(sums).toEqual([
    ["checkout", "billing", 1, 0],
    ["checkout", "search", 2, 1],
    ["payment", "search", 1, 1],
  ]);
  await client.close();
});

test("without a guard nothing is sent, and an older server is asked rarely", async () => {
  for (const answer of [
    () => Response.json({ watched: [] }),
    () => new Response("{}", { status: 404 }),
  ]) {
    const world = worldWith();
    world.answers.set("/gatehouse/watched", answer);
    const client = world.client({ telemetry: false });
    await client.ready();
    client.enabled("search", "User;1");
    await world.advance(10 * minuteMs);
    expect(world.sentTo("/gatehouse/watched")).toEqual([]);
    client.outcomes.run("checkout", () => client.enabled("search", "User;1"));
    await world.advance(5 * minuteMs);
    client.outcomes.run("checkout", () => client.enabled("search", "User;1"));
    await client.close();
    expect(world.sentTo("/gatehouse/outcomes")).toEqual([]);
    expect(world.sentTo("/gatehouse/watched")).toHaveLength(answer().status === 404 ? 1 : 6);
    expect(world.errors).toEqual([]);
  }
});

test("what is watched is asked for every minute with its tag, and less often while that fails", async () => {
  const world = worldWith();
  const client = await startedIn(world);
  let answer = () => new Response(null, { status: 304 });
  world.answers.set("/gatehouse/watched", () => answer());
  await world.advance(minuteMs);
  const [, second] = world.sentTo("/gatehouse/watched");
  expect(second?.headers.get("if-none-match")).toBe('"one"');
  client.outcomes.run("checkout", () => client.enabled("search", "User;1"));
  answer = () => new Response("{}", { status: 503 });
  await world.advance(7 * minuteMs);
  expect(world.sentTo("/gatehouse/watched")).toHaveLength(2 + 3);
  expect(world.errors).toEqual(["GET /gatehouse/watched was answered with 503"]);
  expect(world.sentTo("/gatehouse/outcomes")).toHaveLength(1);
  await client.close();
});

test("a submission that fails is sent again with the same text, and the counts after it later", async () => {
  const world = worldWith();
  const client = await startedIn(world);
  let status = 503;
  world.answers.set("/gatehouse/outcomes", () => new Response("{}", { status }));
  const pay = () => client.outcomes.run("checkout", () => client.enabled("search", "User;1"));
  pay();
  await world.advance(submitMs);
  pay();
  await world.advance(submitMs);
  status = 202;
  await world.advance(2 * minuteMs);
  const requests = world.sentTo("/gatehouse/outcomes");
  const texts = [...new Set(requests.map(({ body }) => body))];
  expect(requests.length).toBeGreaterThan(2);
  expect(texts).toHaveLength(2);
  expect(
    requests
      .map(({ body }) => texts.indexOf(body))
      .sort()
      .at(-1),
  ).toBe(1);
  expect(requests.filter(({ body }) => body === texts[1])).toHaveLength(1);
  expect(texts.map((text) => JSON.parse(text).outcomes)).toMatchObject([
    ...[[{ total: 1 }], [{ total: 1 }]],
  ]);
  await client.close();
});

test("track of the OpenFeature provider counts for the latest results of the actor", async () => {
  const world = worldWith();
  const client = await startedIn(world);
  const provider = new GatehouseProvider(client);
  const context = { targetingKey: "User;1" };
  provider.track("checkout", context);
  await provider.resolveBooleanEvaluation("search", false, context);
  await provider.resolveBooleanEvaluation("other", false, context);
  await provider.resolveBooleanEvaluation("search", false, { targetingKey: "User;300" });
  provider.track("checkout", context, { error: true });
  provider.track("checkout", { targetingKey: "User;300" });
  provider.track("checkout", { targetingKey: "User;7" });
  provider.track("checkout", {});
  provider.track("sign-in", context, { error: true });
  await client.flush();
  expect(shown(world.sentTo("/gatehouse/outcomes"))).toEqual([
    ["search", false, 1, 0, [bucket9]],
    ["search", true, 1, 1, [bucket1]],
  ]);
  await client.close();
});

test("a client that is closed at once requests nothing later", async () => {
  const world = worldWith();
  const client = world.client({ telemetry: false });
  expect(client.outcomes.run("checkout", () => 7)).toBe(7);
  await client.close();
  await settled();
  await world.advance(10 * minuteMs);
  expect(world.sentTo("/gatehouse/watched")).toEqual([]);
});
