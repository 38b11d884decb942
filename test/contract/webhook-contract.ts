import { expect, test } from "bun:test";
import type { Change } from "../../src/core/model/change.ts";
import { deliveriesPerWebhookMax } from "../../src/core/model/webhook-delivery.ts";
import { webhookEventsMax } from "../../src/core/model/webhook-event.ts";
import { batchOf } from "./batch-of.ts";
import { environment, foundation } from "./sample-entities.ts";
import type { MediumKind } from "./storage-contract.ts";
import { sampleDelivery, sampleEvent, sampleWebhook } from "./webhook-examples.ts";

const everything = { environmentId: 1, after: 0, through: Number.MAX_SAFE_INTEGER, limit: 1_000 };
const webhook: Change = { kind: "webhook.saved", webhook: sampleWebhook(1) };

/** What a storage tells of events and deliveries of webhooks. */
export function webhookContract(kind: MediumKind): void {
  async function storageWith(...changes: readonly Change[]) {
    const medium = kind.make();
    const { storage } = await medium.open();
    await storage.commit(batchOf([...foundation, ...changes]));
    return {
      storage,
      async [Symbol.asyncDispose]() {
        await storage.close();
        medium[Symbol.dispose]();
      },
    };
  }

  test("events are those of their environment, oldest first, in the asked range", async () => {
    const events = [1, 2, 3, 4, 5].map((id) =>
      sampleEvent(id, { environmentId: id === 3 ? 7 : 1, key: id === 4 ? null : `é${id}` }),
    );
    await using opened = await storageWith(
      { kind: "environment.created", environment: environment(7) },
      { kind: "webhook_events.recorded", events },
    );
    const { storage } = opened;
    const ids = async (query: Partial<typeof everything>) =>
      (await storage.reads.webhookEvents({ ...everything, ...query })).map(({ id }) => id);
    expect(await storage.reads.webhookEvents(everything)).toEqual(
      events.filter(({ environmentId }) => environmentId === 1),
    );
    expect(await ids({ after: 2 })).toEqual([4, 5]);
    expect(await ids({ after: 1, through: 4 })).toEqual([2, 4]);
    expect(await ids({ limit: 2 })).toEqual([1, 2]);
    expect(await ids({ environmentId: 7 })).toEqual([3]);
    expect(await ids({ environmentId: 9 })).toEqual([]);
    expect(await storage.reads.latestWebhookEventBefore(1_003)).toBe(2);
    expect(await storage.reads.latestWebhookEventBefore(0)).toBe(0);
    await storage.commit(batchOf([{ kind: "webhook_events.removed", through: 4 }]));
    expect(await ids({})).toEqual([5]);
    await storage.commit(batchOf([{ kind: "environment.deleted", environmentId: 7 }]));
    expect(await ids({ environmentId: 7 })).toEqual([]);
  });

  test("the oldest events are removed when there are too many", async () => {
    await using opened = await storageWith({
      kind: "webhook_events.recorded",
      events: [1, 2, webhookEventsMax + 1, webhookEventsMax + 200].map((id) => sampleEvent(id)),
    });
    const events = await opened.storage.reads.webhookEvents(everything);
    expect(events.map(({ id }) => id)).toEqual([webhookEventsMax + 1, webhookEventsMax + 200]);
  });

  test("deliveries are those of their endpoint, newest first, and end with it", async () => {
    const deliveries = [1, 2, 3].map((sequence) => sampleDelivery(sequence));
    await using opened = await storageWith(
      webhook,
      { kind: "webhook.saved", webhook: sampleWebhook(2) },
      ...[...deliveries, sampleDelivery(1, { webhookId: 2 })].map(
        (delivery): Change => ({ kind: "webhook_delivery.recorded", delivery }),
      ),
    );
    const { storage } = opened;
    const all = { webhookId: 1, before: Number.MAX_SAFE_INTEGER, limit: 10 };
    expect(await storage.reads.webhookDeliveries(all)).toEqual(deliveries.toReversed());
    const page = await storage.reads.webhookDeliveries({ ...all, before: 3, limit: 1 });
    expect(page.map(({ sequence }) => sequence)).toEqual([2]);
    await storage.commit(batchOf([{ kind: "webhook.deleted", webhookId: 1 }]));
    expect(await storage.reads.webhookDeliveries(all)).toEqual([]);
    expect(await storage.reads.webhookDeliveries({ ...all, webhookId: 2 })).toHaveLength(1);
  });

  test("an endpoint keeps its newest deliveries", async () => {
    const count = deliveriesPerWebhookMax + 5;
    await using opened = await storageWith(
      webhook,
      ...Array.from(
        { length: count },
        (_, index): Change => ({
          kind: "webhook_delivery.recorded",
          delivery: sampleDelivery(index + 1),
        }),
      ),
    );
    const query = { webhookId: 1, before: Number.MAX_SAFE_INTEGER, limit: count };
    const kept = await opened.storage.reads.webhookDeliveries(query);
    expect(kept).toHaveLength(deliveriesPerWebhookMax);
    expect(kept.at(-1)?.sequence).toBe(6);
  });
}
