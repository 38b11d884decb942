import { expect, test } from "bun:test";
import { webhookEventTypes } from "../../src/core/model/webhook.ts";
import { webhooksByGroup } from "../../src/core/model/webhooks-by-group.ts";
import { failingMsMax } from "../../src/webhooks/delivery/webhook-sender.ts";
import { answered, startWebhooks } from "./webhook-fixture.ts";

const anyone = () => undefined;
const enable = { action: "enable" } as const;
const all = { before: Number.MAX_SAFE_INTEGER, limit: 1_000 };

test("changes are told in order, once, with what was before and after", async () => {
  await using hooks = await startWebhooks();
  const { features, sent } = hooks;
  await hooks.create();
  await features.change(hooks.caller(), "search", enable);
  await features.change(hooks.caller(), "search", { action: "enable_actor", value: "User;1" });
  // Says what holds already, so it is no change.
  await features.change(hooks.caller(), "search", { action: "enable_actor", value: "User;1" });
  await features.remove(hooks.caller(), "search");
  await hooks.settled();
  expect(sent.map(({ body }) => body.type)).toEqual([
    "feature.created",
    "feature.updated",
    "feature.deleted",
  ]);
  expect(sent.at(1)?.body.data).toMatchObject({
    environment: { slug: "production" },
    actor: { type: "User" },
    before: { state: "on" },
    after: { gates: expect.arrayContaining([{ key: "actors", name: "actor", value: ["User;1"] }]) },
  });
  const ids = sent.map(({ request }) => request.headers["webhook-id"]);
  expect(new Set(ids).size).toBe(3);
});

test("a delivery is tried 13 times over a day, with one id and new signatures, then the next", async () => {
  let isDown = true;
  await using hooks = await startWebhooks({
    "https://a.example/": () => answered(isDown ? 503 : 200),
  });
  const { webhook } = await hooks.create();
  await hooks.features.change(hooks.caller(), "first", enable);
  await hooks.until(() => hooks.sent.length === 13);
  isDown = false;
  await hooks.features.change(hooks.caller(), "second", enable);
  await hooks.settled();
  await hooks.until(() => hooks.now(webhook).progress.failingSince === null);
  const [first, ...others] = hooks.sent;
  const retries = others.slice(0, 12);
  expect(hooks.sent).toHaveLength(14);
  for (const retry of retries) {
    expect(retry.request.body).toBe(first?.request.body ?? "");
    expect(retry.request.headers["webhook-id"]).toBe(first?.request.headers["webhook-id"]);
  }
  const signatures = hooks.sent.map(({ request }) => request.headers["webhook-signature"]);
  expect(new Set(signatures).size).toBe(14);
  const times = hooks.sent.slice(0, 13).map(({ at }) => at);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(gaps[0]).toBeLessThanOrEqual(5_000);
  for (const [index, gap] of gaps.slice(1).entries()) {
    expect(gap / (gaps[index] ?? 0)).toBeWithin(1.8, 3);
  }
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeWithin(18 * 3_600_000, 28 * 3_600_000);
  const log = await hooks.service.deliveries({ webhookId: webhook.id, ...all });
  expect(log.map(({ outcome }) => outcome)).toEqual([
    "delivered",
    "gave_up",
    ...new Array(12).fill("failed"),
  ]);
  expect(hooks.now(webhook).progress.failingSince).toBeNull();
});

test("changes that wait for a sync endpoint are one delivery, whose id stays the same", async () => {
  const release = Promise.withResolvers<void>();
  let tries = 0;
  await using hooks = await startWebhooks({
    async "https://a.example/"() {
      tries++;
      if (tries === 1) {
        await release.promise;
        return answered(500, "", {
          "flipper-cloud-response-error-class": "Boom",
          "flipper-cloud-response-error-message": "no\u0007room",
        });
      }
      return answered(200, '{"groups":[{"name":"admins"},{"name":""},{"no":1},{"name":"crew"}]}');
    },
  });
  const { webhook } = await hooks.create({ kind: "sync" });
  for (const key of ["a", "b", "c"]) {
    await hooks.features.change(hooks.caller(), key, enable);
  }
  release.resolve();
  await hooks.settled();
  expect(hooks.sent).toHaveLength(2);
  expect(hooks.sent[1]?.request.body).toBe(hooks.sent[0]?.request.body ?? "");
  const [, failed] = await hooks.service.deliveries({ webhookId: webhook.id, ...all });
  expect(failed).toMatchObject({ outcome: "failed", problem: "Boom: no\\u0007room" });
  expect(hooks.now(webhook).groups).toEqual(["admins", "crew"]);
  expect(webhooksByGroup(hooks.writer.state, 1).get("admins")).toEqual([hooks.now(webhook)]);
  expect(hooks.writer.state.groups.get(1)?.toArray().sort()).toEqual(["admins", "crew"]);
});

test("an application's answer is cut, escaped, and registers no more groups than a project can have", async () => {
  const groups = Array.from({ length: 1_500 }, (_, at) => ({ name: `group-${at}` }));
  const body = JSON.stringify({ groups, said: "\u001b[31m" });
  await using hooks = await startWebhooks({ "https://a.example/": () => answered(200, body) });
  const { webhook } = await hooks.create({ kind: "sync" });
  await hooks.writer.submit((draft) =>
    draft.record({ kind: "group.added", projectId: 1, name: "mine" }),
  );
  await hooks.features.change(hooks.caller(), "a", enable);
  await hooks.until(() => hooks.now(webhook).groups.length > 0);
  expect(hooks.writer.state.groups.get(1)?.size).toBe(1_000);
  expect(hooks.now(webhook).groups).toHaveLength(1_000);
  const [delivery] = await hooks.service.deliveries({ webhookId: webhook.id, ...all });
  expect(delivery?.answer).toHaveLength(1_001);
});

const refusals: readonly (readonly [number, boolean])[] = [
  [400, false],
  [402, false],
  [404, false],
  [408, true],
  [429, true],
  [302, true],
  [500, true],
];

for (const [status, isTriedAgain] of refusals) {
  test(`a sync endpoint that answers ${status} is ${isTriedAgain ? "" : "not "}tried again`, async () => {
    let tries = 0;
    await using hooks = await startWebhooks({
      "https://a.example/": () => answered(tries++ === 0 ? status : 200),
    });
    const { webhook } = await hooks.create({ kind: "sync" });
    await hooks.features.change(hooks.caller(), "a", enable);
    await hooks.settled();
    expect(tries).toBe(isTriedAgain ? 2 : 1);
    const log = await hooks.service.deliveries({ webhookId: webhook.id, ...all });
    expect(log.at(-1)).toMatchObject({ status, outcome: isTriedAgain ? "failed" : "refused" });
  });
}

test.each([
  ["https://b.example/secret-path/", " (to b.example)"],
  ["/hooks/", ""],
  ["http://[", ""],
  [undefined, ""],
])("a redirect to %j is not followed, and the log says so", async (location, target) => {
  let tries = 0;
  await using hooks = await startWebhooks({
    "https://a.example/": () =>
      tries++ === 0 ? answered(308, "", location === undefined ? {} : { location }) : answered(200),
  });
  const { webhook } = await hooks.create();
  await hooks.features.change(hooks.caller(), "a", enable);
  await hooks.settled();
  const log = await hooks.service.deliveries({ webhookId: webhook.id, ...all });
  expect(log.at(-1)).toMatchObject({
    status: 308,
    outcome: "failed",
    problem: `redirects are not followed${target}; set the webhook's URL to the address that answers without a redirect`,
  });
  expect(hooks.sent.every(({ request }) => request.url === "https://a.example/")).toBe(true);
});

test("an endpoint that fails for five days is paused, and goes on where it was when resumed", async () => {
  let isDown = true;
  await using hooks = await startWebhooks({
    "https://a.example/": () => (isDown ? { kind: "failed", reason: "refused" } : answered(204)),
  });
  const { webhook } = await hooks.create();
  for (let count = 0; count < 10; count++) {
    await hooks.features.change(hooks.caller(), `feature-${count}`, enable);
  }
  await hooks.until(() => hooks.now(webhook).pausedAt !== null);
  const paused = hooks.now(webhook);
  expect(paused.pauseReason).toBe("failing");
  expect((paused.pausedAt ?? 0) - (hooks.sent[0]?.at ?? 0)).toBeGreaterThanOrEqual(failingMsMax);
  const before = hooks.sent.length;
  await hooks.settled();
  expect(hooks.sent).toHaveLength(before);
  isDown = false;
  await hooks.service.resume(webhook.id, anyone);
  await hooks.settled();
  const told = hooks.sent.slice(before).map(({ body }) => body.data);
  expect(told.at(-1)).toMatchObject({ feature: { key: "feature-9" } });
  expect(hooks.now(webhook).progress).toMatchObject({ failingSince: null, attempts: 0 });
});

test("an endpoint that never answers holds up no other one, nor a write", async () => {
  await using hooks = await startWebhooks({
    "https://slow.example/": ({ request }) =>
      new Promise((resolve) =>
        request.signal?.addEventListener("abort", () =>
          resolve({ kind: "failed", reason: "stopped" }),
        ),
      ),
  });
  await hooks.create({ url: "https://slow.example/" });
  await hooks.create();
  for (let count = 0; count < 50; count++) {
    await hooks.features.change(hooks.caller(), `feature-${count}`, enable);
  }
  await hooks.until(() => hooks.sent.length === 51);
  const told = hooks.sent.filter(({ request }) => request.url === "https://a.example/");
  expect(told.map(({ body }) => body.data)).toEqual(
    Array.from({ length: 50 }, (_, count) =>
      expect.objectContaining({ feature: { key: `feature-${count}` } }),
    ),
  );
});

test("a range is sent again in order, also what was delivered", async () => {
  await using hooks = await startWebhooks();
  const { webhook } = await hooks.create();
  for (const key of ["a", "b", "c", "d"]) {
    await hooks.features.change(hooks.caller(), key, enable);
  }
  await hooks.settled();
  await hooks.service.redeliver(webhook.id, anyone, { from: 2, to: 3 });
  await hooks.settled();
  const ids = hooks.sent.map(({ request }) => request.headers["webhook-id"]);
  expect(ids.slice(4)).toEqual(ids.slice(1, 3));
  expect(hooks.now(webhook).progress).toMatchObject({ settled: 4, replays: [] });
  await expect(hooks.service.redeliver(webhook.id, anyone, { from: 9, to: 9 })).rejects.toThrow(
    "There are no such events",
  );
});

test("while a secret is replaced messages are signed with both, then with the new one", async () => {
  await using hooks = await startWebhooks();
  const { webhook, secret } = await hooks.create();
  const { secret: newer } = await hooks.service.rotate(webhook.id, anyone, 1_000);
  expect(newer).not.toBe(secret);
  await hooks.features.change(hooks.caller(), "a", enable);
  await hooks.settled();
  hooks.clock.now += 1_000;
  await hooks.features.change(hooks.caller(), "b", enable);
  await hooks.settled();
  const counts = hooks.sent.map(
    ({ request }) => request.headers["webhook-signature"]?.split(" ").length,
  );
  expect(counts).toEqual([2, 1]);
  const stored = JSON.stringify([...hooks.writer.state.webhooks.values()]);
  expect(stored).not.toContain(secret.slice(6));
  expect(stored).not.toContain(newer.slice(6));
});

test("a refused URL, and filters of a sync endpoint, create nothing", async () => {
  await using hooks = await startWebhooks();
  await expect(hooks.create({ url: "https://refused.example/" })).rejects.toThrow("is not public");
  await expect(hooks.create({ kind: "sync", keyPattern: "a*" })).rejects.toThrow("no filters");
  await expect(hooks.create({ kind: "sync", eventTypes: [...webhookEventTypes] })).rejects.toThrow(
    "no filters",
  );
  expect(hooks.writer.state.webhooks.size).toBe(0);
});
