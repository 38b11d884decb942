import type { State } from "../../../core/model/state.ts";
import { validSecrets, type Webhook } from "../../../core/model/webhook.ts";
import type { WebhookDelivery } from "../../../core/model/webhook-delivery.ts";
import type { WebhookService, WebhookWithSecret } from "../../../webhooks/webhook-service.ts";
import type { DeliveryRow } from "../contract/delivery-models.ts";
import type { MadeWebhook, WebhookRow } from "../contract/webhook-models.ts";
import { placeOf } from "./token-list-rows.ts";

/** The data for rows of webhooks. */
export interface WebhookContext {
  readonly state: State;
  readonly service: WebhookService;
  readonly now: number;
}

export function webhookRow(webhook: Webhook, { state, service, now }: WebhookContext): WebhookRow {
  const { id, name, kind, url, eventTypes, keyPattern, pauseReason, groups, createdAt } = webhook;
  const { failingSince, nextTryAt, lastSuccessAt, replays, lost } = webhook.progress;
  return {
    ...{ id, name, kind, url, groups, createdAt, failingSince, nextTryAt, lastSuccessAt },
    ...placeOf(state, webhook),
    events: eventTypes,
    keys: keyPattern,
    status: service.statusOf(webhook),
    pausedBy: pauseReason,
    isReplaying: replays.length > 0,
    pausedAt: webhook.pausedAt,
    lostEvents: lost,
    secretCount: webhook.secrets.length,
    earlierSecretEndsAt: validSecrets(webhook, now)[1]?.expiresAt ?? null,
  };
}

export function madeWebhook(
  { webhook, secret }: WebhookWithSecret,
  context: WebhookContext,
): MadeWebhook {
  return { webhook: webhookRow(webhook, context), secret };
}

export function deliveryRow(delivery: WebhookDelivery): DeliveryRow {
  const { webhookId: _, sequence, durationMs, ...rest } = delivery;
  return { ...rest, durationMs: Math.round(durationMs), number: sequence };
}
