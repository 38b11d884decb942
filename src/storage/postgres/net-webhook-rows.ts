import type { Change } from "../../core/model/change.ts";
import type { State } from "../../core/model/state.ts";
import type { Webhook } from "../../core/model/webhook.ts";
import {
  deliveriesPerWebhookMax,
  type WebhookDelivery,
} from "../../core/model/webhook-delivery.ts";
import { type WebhookEvent, webhookEventsMax } from "../../core/model/webhook-event.ts";
import type { Batch } from "../storage.ts";
import type { WrittenRows } from "./written-rows.ts";

/** Old events are removed once for this many new ones. */
const eventsPerRemoval = 100;

/** The rows of endpoints, events and deliveries that a batch writes. */
export class NetWebhookRows {
  readonly #before: State;
  readonly #saved = new Map<number, Webhook | null>();
  readonly #removed = new Set<number>();
  #events: WebhookEvent[] = [];
  #eventsRemovedThrough = 0;
  #deliveries: WebhookDelivery[] = [];
  readonly #deliveriesRemoved = new Map<number, number>();

  constructor({ before }: Batch) {
    this.#before = before;
  }

  apply(change: Change): void {
    switch (change.kind) {
      case "webhook.saved":
        this.#saved.set(change.webhook.id, change.webhook);
        break;
      case "webhook.progressed":
        if (!this.#saved.has(change.webhookId)) {
          this.#saved.set(change.webhookId, null);
        }
        break;
      case "webhook.deleted":
        this.#removed.add(change.webhookId);
        this.#forgetDeliveries((webhookId) => webhookId === change.webhookId);
        break;
      case "environment.deleted":
        this.#forgetEnvironment(change.environmentId);
        break;
      case "webhook_delivery.recorded":
        this.#deliver(change.delivery);
        break;
      case "webhook_events.recorded":
        for (const event of change.events) {
          this.#events.push(event);
          if (event.id % eventsPerRemoval === 0) {
            this.#removeEvents(event.id - webhookEventsMax);
          }
        }
        break;
      case "webhook_events.removed":
        this.#removeEvents(change.through);
        break;
      default:
        break;
    }
  }

  *rows(after: State): WrittenRows {
    for (const id of this.#removed) {
      yield ["webhooks removed", { id }];
    }
    for (const id of this.#saved.keys()) {
      const webhook = after.webhooks.get(id);
      if (webhook !== undefined) {
        yield ["webhooks", webhookRow(webhook)];
      }
    }
    if (this.#eventsRemovedThrough > 0) {
      yield ["events removed", { through: this.#eventsRemovedThrough }];
    }
    for (const { environmentId, createdAt, ...shared } of this.#events) {
      const row = { ...shared, environment_id: environmentId, created_at: createdAt };
      yield ["events", row];
    }
    for (const [webhook_id, through] of this.#deliveriesRemoved) {
      yield ["deliveries removed", { webhook_id, through }];
    }
    for (const delivery of this.#deliveries) {
      yield ["deliveries", deliveryRow(delivery)];
    }
  }

  #removeEvents(through: number): void {
    if (through > this.#eventsRemovedThrough) {
      this.#eventsRemovedThrough = through;
    }
    this.#events = this.#events.filter(({ id }) => id > through);
  }

  #deliver(delivery: WebhookDelivery): void {
    const { webhookId, sequence } = delivery;
    const through = sequence - deliveriesPerWebhookMax;
    this.#deliveries.push(delivery);
    if (through > 0) {
      this.#deliveriesRemoved.set(webhookId, through);
      this.#forgetDeliveries((id, other) => id === webhookId && other <= through);
    }
  }

  /** The webhooks and events of the environment are removed with it. */
  #forgetEnvironment(environmentId: number): void {
    this.#events = this.#events.filter((event) => event.environmentId !== environmentId);
    this.#forgetDeliveries((webhookId) => {
      const webhook = this.#saved.get(webhookId) ?? this.#before.webhooks.get(webhookId);
      return webhook?.environmentId === environmentId;
    });
  }

  #forgetDeliveries(isForgotten: (webhookId: number, sequence: number) => boolean): void {
    if (this.#deliveries.length > 0) {
      this.#deliveries = this.#deliveries.filter(
        ({ webhookId, sequence }) => !isForgotten(webhookId, sequence),
      );
    }
  }
}

function webhookRow(webhook: Webhook) {
  const { environmentId, eventTypes, keyPattern, createdAt, pausedAt, pauseReason, ...rest } =
    webhook;
  const { groups, secrets, progress, ...shared } = rest;
  return {
    ...shared,
    environment_id: environmentId,
    event_types: JSON.stringify(eventTypes),
    key_pattern: keyPattern,
    secrets: JSON.stringify(secrets),
    created_at: createdAt,
    paused_at: pausedAt,
    pause_reason: pauseReason,
    groups: JSON.stringify(groups),
    progress: JSON.stringify(progress),
  };
}

function deliveryRow(delivery: WebhookDelivery) {
  const { webhookId, messageId, fromEvent, toEvent, startedAt, durationMs, ...shared } = delivery;
  return {
    ...shared,
    webhook_id: webhookId,
    message_id: messageId,
    from_event: fromEvent,
    to_event: toEvent,
    started_at: startedAt,
    duration_ms: durationMs,
  };
}
