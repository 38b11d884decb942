import type { Change } from "../../core/model/change.ts";
import type { State } from "../../core/model/state.ts";
import type { WebhookDelivery } from "../../core/model/webhook-delivery.ts";
import type { WebhookEvent } from "../../core/model/webhook-event.ts";
import type { StorageReads } from "../storage.ts";

const rowsPerPage = 500;

/** The events that endpoints may still wait for, and the log of deliveries, in pages. */
export async function* webhookChanges(
  state: State,
  reads: StorageReads,
): AsyncGenerator<readonly Change[], void> {
  for (const environmentId of state.environments.keys()) {
    for await (const events of eventPages(state, reads, environmentId)) {
      yield [{ kind: "webhook_events.recorded", events }];
    }
  }
  for (const webhookId of state.webhooks.keys()) {
    const deliveries = await deliveriesOf(reads, webhookId);
    for (let start = 0; start < deliveries.length; start += rowsPerPage) {
      yield deliveries
        .slice(start, start + rowsPerPage)
        .map((delivery): Change => ({ kind: "webhook_delivery.recorded", delivery }));
    }
  }
}

/** The events of an environment, oldest first. */
export async function* eventPages(
  { lastIds }: State,
  reads: StorageReads,
  environmentId: number,
): AsyncGenerator<readonly WebhookEvent[], void> {
  for (let after = 0; ; ) {
    const events = await reads.webhookEvents({
      ...{ environmentId, after, through: lastIds.webhookEvent, limit: rowsPerPage },
    });
    const newest = events.at(-1);
    if (newest === undefined) {
      return;
    }
    yield events;
    after = newest.id;
  }
}

/** The deliveries of an endpoint, oldest first; their number is bounded. */
export async function deliveriesOf(
  reads: StorageReads,
  webhookId: number,
): Promise<readonly WebhookDelivery[]> {
  const deliveries: WebhookDelivery[] = [];
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const page = await reads.webhookDeliveries({ webhookId, before, limit: rowsPerPage });
    const oldest = page.at(-1);
    if (oldest === undefined) {
      return deliveries.reverse();
    }
    deliveries.push(...page);
    before = oldest.sequence;
  }
}
