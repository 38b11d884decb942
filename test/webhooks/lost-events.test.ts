import { expect, test } from "bun:test";
import type { EventRange } from "../../src/core/model/webhook.ts";
import { webhookEventsMax } from "../../src/core/model/webhook-event.ts";
import { sampleEvent } from "../contract/webhook-examples.ts";
import { answered, startWebhooks } from "./webhook-fixture.ts";

const anyone = () => undefined;
const enable = { action: "enable" } as const;
const dayMs = 86_400_000;
type Hooks = Awaited<ReturnType<typeof startWebhooks>>;

/** Changes features; each is one event for every endpoint that is told of all. */
async function change(hooks: Hooks, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await hooks.features.change(hooks.caller(), key, enable);
  }
}

/** As if many events of other environments had been recorded. */
function otherEvents(hooks: Hooks, newest: number): Promise<void> {
  const event = sampleEvent(newest, { type: "features.changed", key: null, createdAt: 0 });
  return hooks.writer.submit((draft) =>
    draft.record({ kind: "webhook_events.recorded", events: [event] }),
  );
}

function losses(hooks: Hooks): readonly (EventRange & { readonly webhookId: number })[] {
  const seen: (EventRange & { readonly webhookId: number })[] = [];
  hooks.writer.onCommit((changes) => {
    for (const each of changes) {
      if (each.kind === "webhook.progressed" && each.lost !== undefined) {
        seen.push({ webhookId: each.webhookId, ...each.lost });
      }
    }
  });
  return seen;
}

test("a paused endpoint that is too far behind gets what it lost before later events", async () => {
  let isDown = true;
  await using hooks = await startWebhooks({
    "https://a.example/": () => answered(isDown ? 500 : 200),
  });
  const seen = losses(hooks);
  const { webhook } = await hooks.create({ eventTypes: ["feature.updated"] });
  const { webhook: sync } = await hooks.create({ kind: "sync", url: "https://b.example/" });
  await hooks.service.pause(webhook.id, anyone);
  await change(hooks, "a");
  await hooks.features.change(hooks.caller(), "a", { action: "disable" });
  await otherEvents(hooks, webhookEventsMax - 1);
  await change(hooks, "a");
  expect(seen).toEqual([]);
  await hooks.features.change(hooks.caller(), "a", { action: "disable" });
  await change(hooks, "a");
  const lost = { from: 1, to: 1_001 };
  expect(seen).toEqual([{ webhookId: webhook.id, ...lost }]);
  expect(hooks.now(webhook).progress).toMatchObject({ settled: 1_001, lost });
  expect(hooks.now(sync).progress.lost).toBeNull();

  await hooks.service.resume(webhook.id, anyone);
  const told = () => hooks.sent.filter(({ request }) => request.url === "https://a.example/");
  await hooks.until(() => told().length >= 3);
  isDown = false;
  await hooks.settled();
  const types = told().map(({ body }) => body.type);
  expect(types.indexOf("feature.updated")).toBe(types.lastIndexOf("events.lost") + 1);
  const [first] = told();
  expect(first?.body).toEqual({
    type: "events.lost",
    timestamp: expect.stringMatching(/^2027-/),
    data: { environment: { id: 1 }, from_event: 1, to_event: 1_001 },
  });
  const lossIds = told()
    .filter(({ body }) => body.type === "events.lost")
    .map(({ request }) => [request.headers["webhook-id"], request.body]);
  expect(new Set(lossIds.map((sent) => JSON.stringify(sent))).size).toBe(1);
  expect(types.filter((type) => type === "feature.updated")).toHaveLength(3);
  expect(hooks.now(webhook).progress).toMatchObject({ lost: null, failingSince: null });
});

test("what is lost while the endpoint is told of a loss is told after it", async () => {
  const release = Promise.withResolvers<void>();
  await using hooks = await startWebhooks({
    async "https://a.example/"() {
      await release.promise;
      return answered(200);
    },
  });
  const { webhook } = await hooks.create();
  await hooks.service.pause(webhook.id, anyone);
  await change(hooks, "a");
  await otherEvents(hooks, webhookEventsMax);
  await change(hooks, "b", "c");
  await hooks.service.resume(webhook.id, anyone);
  await hooks.until(() => hooks.sent.length === 1);
  await otherEvents(hooks, webhookEventsMax + 5_000);
  await change(hooks, "d");
  release.resolve();
  await hooks.settled();
  expect(hooks.sent.map(({ body: { type, data } }) => [type, data])).toMatchObject([
    ["events.lost", { from_event: 1, to_event: 1_001 }],
    ["events.lost", { from_event: 1_002, to_event: 6_001 }],
    ["feature.created", { feature: { key: "b" } }],
    ["feature.created", { feature: { key: "c" } }],
    ["feature.created", { feature: { key: "d" } }],
  ]);
});

test("an endpoint loses nothing of what is not for it, also while it is paused", async () => {
  await using hooks = await startWebhooks();
  const seen = losses(hooks);
  const { webhook: paused } = await hooks.create({ keyPattern: "checkout*" });
  const { webhook: active } = await hooks.create({ eventTypes: ["token.revoked"] });
  await hooks.create({ url: "https://b.example/" });
  await hooks.service.pause(paused.id, anyone);
  await change(hooks, "a");
  await otherEvents(hooks, webhookEventsMax - 2);
  // The next but one is an event at which all endpoints look.
  await change(hooks, "b", "c");
  await hooks.until(() =>
    [paused, active].every((each) => hooks.now(each).progress.settled >= webhookEventsMax),
  );
  await change(hooks, "d", "e");
  await hooks.settled();
  expect(seen).toEqual([]);
});

test("events of more than 30 days are removed, and lost to those that waited for them only", async () => {
  await using hooks = await startWebhooks();
  const seen = losses(hooks);
  const { webhook: waiting } = await hooks.create();
  const { webhook: other } = await hooks.create({ keyPattern: "checkout*" });
  const { webhook: told } = await hooks.create({ url: "https://b.example/" });
  for (const { id } of [waiting, other]) {
    await hooks.service.pause(id, anyone);
  }
  await change(hooks, "a", "b");
  await hooks.settled();
  hooks.clock.now += 29 * dayMs;
  await hooks.pumps.removeOldEvents();
  expect(seen).toEqual([]);
  await change(hooks, "c");
  hooks.clock.now += 2 * dayMs;
  await hooks.pumps.removeOldEvents();
  await hooks.pumps.removeOldEvents();
  expect(seen).toEqual([{ webhookId: waiting.id, from: 1, to: 2 }]);
  expect(hooks.now(told).progress.lost).toBeNull();
  await hooks.service.resume(waiting.id, anyone);
  await hooks.settled();
  const sent = hooks.sent.filter(({ request }) => request.url === "https://a.example/");
  expect(sent.map(({ body }) => body.type)).toEqual(["events.lost", "feature.created"]);
});
