import type { Change } from "../../core/model/change.ts";
import {
  deliveriesPerWebhookMax,
  type WebhookDelivery,
} from "../../core/model/webhook-delivery.ts";
import { type WebhookEvent, webhookEventsMax } from "../../core/model/webhook-event.ts";
import type { WebhookDeliveryQuery, WebhookEventQuery } from "../storage.ts";

/** The latest events and deliveries of webhooks, oldest first. */
export class WebhookLog {
  readonly #deliveries = new Map<number, WebhookDelivery[]>();
  #events: WebhookEvent[] = [];

  apply(change: Change): void {
    switch (change.kind) {
      case "webhook_events.recorded":
        this.#record(change.events);
        break;
      case "webhook_events.removed":
        this.#events = this.#events.filter(({ id }) => id > change.through);
        break;
      case "webhook_delivery.recorded": {
        const { webhookId } = change.delivery;
        const known = this.#deliveries.get(webhookId) ?? [];
        const kept = [...known, change.delivery].slice(-deliveriesPerWebhookMax);
        this.#deliveries.set(webhookId, kept);
        break;
      }
      case "webhook.deleted":
        this.#deliveries.delete(change.webhookId);
        break;
      case "environment.deleted":
        this.#events = this.#events.filter(
          ({ environmentId }) => environmentId !== change.environmentId,
        );
        break;
      default:
        break;
    }
  }

  #record(events: readonly WebhookEvent[]): void {
    for (const event of events) {
      this.#events.push(event);
    }
    const newest = events.at(-1)?.id ?? 0;
    const kept = this.#events.findIndex(({ id }) => id > newest - webhookEventsMax);
    this.#events.splice(0, Math.max(0, kept));
  }

  events({ environmentId, after, through, limit }: WebhookEventQuery): readonly WebhookEvent[] {
    return this.#events
      .filter(
        (event) => event.environmentId === environmentId && event.id > after && event.id <= through,
      )
      .slice(0, limit);
  }

  latestEventBefore(time: number): number {
    return this.#events.findLast(({ createdAt }) => createdAt < time)?.id ?? 0;
  }

  deliveries({ webhookId, before, limit }: WebhookDeliveryQuery): readonly WebhookDelivery[] {
    return (this.#deliveries.get(webhookId) ?? [])
      .filter(({ sequence }) => sequence < before)
      .toReversed()
      .slice(0, limit);
  }
}
