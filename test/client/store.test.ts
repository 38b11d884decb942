import { expect, test } from "bun:test";
import type { ClientStatus, ClientStore } from "../../src/client/client-types.ts";
import { ClientWorld, listAnswer, listed, settled } from "./client-world.ts";

const hourMs = 3_600_000;

/** A store in memory. */
function memoryStore(
  text: string | null = null,
): ClientStore & { text: string | null; saves: number } {
  return {
    text,
    saves: 0,
    load() {
      return Promise.resolve(this.text);
    },
    save(saved) {
      this.text = saved;
      this.saves += 1;
      return Promise.resolve();
    },
  };
}

const failed = "https://toggles.example/adapter cannot be reached: fetch failed";

function away(): Response {
  throw new TypeError("fetch failed");
}

/** A store that a client has filled. */
async function filledStore() {
  const world = new ClientWorld();
  const store = memoryStore();
  world.answers.set("/features", () =>
    listAnswer([listed("search", { boolean: true })], { "flipper-sync-version": "7" }),
  );
  const client = world.client({ store });
  await client.ready();
  await client.close();
  return { store, savedAt: world.now };
}

test("a client starts from the saved list when the server cannot be reached, and reports its age", async () => {
  const { store, savedAt } = await filledStore();
  expect(store.saves).toBe(1);
  expect(store.text).not.toContain("secret");
  const world = new ClientWorld();
  world.now = savedAt + hourMs;
  world.answers.set("/features", away);
  const client = world.client({ store });
  const statuses: ClientStatus[] = [];
  client.onStatus((status) => statuses.push(status));
  expect(await client.ready()).toEqual({
    source: "store",
    ageMs: hourMs,
    revision: 7,
    error: failed,
  });
  expect(client.enabled("search")).toBeTrue();
  world.answers.set("/features", () => listAnswer([listed("search")]));
  await world.advance(10_000);
  expect(client.enabled("search")).toBeFalse();
  // The saved list and the failure come in any order.
  expect(statuses.slice(1).map(({ source, error }) => [source, error])).toEqual([
    ["store", failed],
    ["server", undefined],
  ]);
  await client.close();
});

test("an older revision of the server replaces a saved list", async () => {
  const { store } = await filledStore();
  const world = new ClientWorld();
  world.answers.set("/features", () =>
    listAnswer([listed("search")], { "flipper-sync-version": "3" }),
  );
  const client = world.client({ store });
  await client.ready();
  expect(client.status()).toMatchObject({ source: "server", revision: 3 });
  expect(client.enabled("search")).toBeFalse();
  await client.close();
});

test("a store that is slower than the server changes nothing", async () => {
  const { store } = await filledStore();
  const world = new ClientWorld();
  world.answers.set("/features", () => listAnswer([listed("search")]));
  const loading = Promise.withResolvers<string | null>();
  const client = world.client({ store: { load: () => loading.promise, save: () => undefined } });
  await settled();
  loading.resolve(store.text);
  await client.ready();
  expect(client.status().source).toBe("server");
  expect(client.enabled("search")).toBeFalse();
  await client.close();
});

test.each([
  ["no JSON", "{"],
  ["another document", '{"a":1}'],
  ["a list", "[]"],
  ["an unusable list", '{"confirmedAt":1,"revision":1,"answer":{"features":[{}]}}'],
  ["no list", '{"confirmedAt":1,"revision":1}'],
])("a store with %s is told, and not used", async (_, text) => {
  const world = new ClientWorld();
  world.answers.set("/features", away);
  const client = world.client({ store: memoryStore(text) });
  expect((await client.ready()).source).toBe("none");
  expect(world.errors.length).toBe(2);
  expect(client.enabled("search")).toBeFalse();
  await client.close();
});

test("an empty store is no failure", async () => {
  for (const nothing of [null, undefined]) {
    const world = new ClientWorld();
    world.answers.set("/features", () => listAnswer([listed("search", { boolean: true })]));
    const client = world.client({ store: { load: () => nothing, save: () => undefined } });
    await client.ready();
    expect(world.errors).toEqual([]);
    expect(client.enabled("search")).toBeTrue();
    await client.close();
  }
});

test("a store that fails is told once, and stops nothing", async () => {
  const world = new ClientWorld();
  const fails = () => {
    throw new Error("read-only file system");
  };
  world.answers.set("/features", () =>
    listAnswer([listed("search", { boolean: world.sent.length % 2 === 1 })]),
  );
  const client = world.client({ store: { load: fails, save: fails }, telemetry: false });
  await client.ready();
  expect(client.enabled("search")).toBeTrue();
  await world.advance(10_000);
  expect(client.enabled("search")).toBeFalse();
  expect(world.errors).toEqual(["read-only file system"]);
  await client.close();
});

test("of several lists the last one is saved, one after the other", async () => {
  const world = new ClientWorld();
  const saved: string[] = [];
  const writing: (() => void)[] = [];
  const save = (text: string) => {
    saved.push(text);
    return new Promise<void>((resolve) => writing.push(resolve));
  };
  world.answers.set("/features", () => listAnswer([listed(`list ${world.sent.length}`)]));
  const client = world.client({ store: { load: () => null, save }, telemetry: false });
  await client.ready();
  await world.advance(20_000);
  expect(saved.length).toBe(1);
  const closed = client.close();
  writing[0]?.();
  await settled();
  writing[1]?.();
  await closed;
  expect(saved.map((text) => /list \d/.exec(text)?.[0])).toEqual(["list 1", "list 3"]);
});

test("a list that stays the same is saved again every hour, so that its age is right", async () => {
  const world = new ClientWorld();
  const store = memoryStore();
  world.answers.set("/features", ({ headers }) =>
    headers.has("if-none-match")
      ? new Response(null, { status: 304 })
      : listAnswer([listed("search")], { etag: '"a"' }),
  );
  const client = world.client({ store, pollInterval: 600, telemetry: false });
  await client.ready();
  await world.advance(hourMs - 1);
  expect(store.saves).toBe(1);
  await world.advance(1);
  expect(store.saves).toBe(2);
  const saved: unknown = JSON.parse(store.text ?? "");
  expect(saved).toMatchObject({
    confirmedAt: world.now,
    answer: { features: [{ key: "search" }] },
  });
  await client.close();
});

test("a clock that went back gives no age below 0", async () => {
  const { store, savedAt } = await filledStore();
  const world = new ClientWorld();
  world.now = savedAt - hourMs;
  world.answers.set("/features", away);
  const client = world.client({ store });
  expect((await client.ready()).ageMs).toBe(0);
  await client.close();
});
