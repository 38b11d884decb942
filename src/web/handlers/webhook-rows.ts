import { validSecrets, type Webhook } from "../../model/webhook.ts";
import type { WebhookDelivery } from "../../model/webhook-delivery.ts";
import type { WebhookService, WebhookWithSecret } from "../../webhooks/webhook-service.ts";
import type { DeliveryRow } from "../contract/delivery-models.ts";
import type { MadeWebhook, WebhookRow } from "../contract/webhook-models.ts";

export function webhookRow(webhook: Webhook, service: WebhookService, now: number): WebhookRow {
  const { id, name, kind, url, eventTypes, keyPattern, pauseReason, groups, createdAt } = webhook;
  const { failingSince, nextTryAt, lastSuccessAt, replays, lost } = webhook.progress;
  return {
    ...{ id, name, kind, url, groups, createdAt, failingSince, nextTryAt, lastSuccessAt },
    events: eventTypes,
    keys: keyPattern,
    status: service.statusOf(webhook),
    pausedBy: pauseReason,
    isReplaying: replays.length > 0,
    hasLost: lost !== null,
    earlierSecretEndsAt: validSecrets(webhook, now)[1]?.expiresAt ?? null,
  };
}

export function madeWebhook(
  { webhook, secret }: WebhookWithSecret,
  service: WebhookService,
  now: number,
): MadeWebhook {
  return { webhook: webhookRow(webhook, service, now), secret };
}

export function deliveryRow(delivery: WebhookDelivery): DeliveryRow {
  const { webhookId: _, sequence, ...told } = delivery;
  return { ...told, number: sequence };
}
