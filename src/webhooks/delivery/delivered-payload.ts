import type { Webhook } from "../../core/model/webhook.ts";
import { reportsLoss, type WebhookDelivery } from "../../core/model/webhook-delivery.ts";
import { secondMs } from "../../core/time-units.ts";
import type { StorageReads } from "../../storage/storage.ts";
import { eventMessage } from "../messages/event-message.ts";
import { syncMessage } from "../messages/sync-message.ts";
import type { WebhookMessage } from "../messages/webhook-message.ts";

/** Tests and reports of lost events are not stored, and events only for a while. */
export const missingPayloads = ["test", "lost_events", "event_deleted"] as const;
export type MissingPayload = (typeof missingPayloads)[number];

export interface DeliveredPayload {
  readonly delivery: WebhookDelivery;
  /** The body; null if it is missing. */
  readonly payload: string | null;
  /** The text that the signatures were computed from; null if it is missing. */
  readonly signed: string | null;
  readonly missing: MissingPayload | null;
}

/** Rebuilds the message of a delivery from what is stored. */
export async function deliveredPayload(
  reads: StorageReads,
  webhook: Webhook,
  delivery: WebhookDelivery,
): Promise<DeliveredPayload> {
  const message = await messageOf(reads, webhook, delivery);
  return typeof message === "string"
    ? { delivery, payload: null, signed: null, missing: message }
    : {
        delivery,
        payload: message.body,
        signed: message.signedText(Math.floor(delivery.startedAt / secondMs)),
        missing: null,
      };
}

async function messageOf(
  reads: StorageReads,
  { id, environmentId, kind }: Webhook,
  delivery: WebhookDelivery,
): Promise<WebhookMessage | MissingPayload> {
  const { messageId, fromEvent } = delivery;
  if (kind === "sync") {
    return syncMessage({ environmentId, webhookId: id, deliveryId: messageId });
  }
  if (fromEvent === null || reportsLoss(delivery)) {
    return fromEvent === null ? "test" : "lost_events";
  }
  const [event] = await reads.webhookEvents({
    environmentId,
    after: fromEvent - 1,
    through: fromEvent,
    limit: 1,
  });
  // After a restore another event may have the number.
  return event !== undefined && `evt_${event.uuid}` === messageId
    ? eventMessage({ ...event, id: messageId })
    : "event_deleted";
}
