import type { Change, WebhookChange } from "../../src/core/model/change.ts";
import { progressAfter, type Webhook } from "../../src/core/model/webhook.ts";
import type { WebhookDelivery } from "../../src/core/model/webhook-delivery.ts";
import type { WebhookEvent } from "../../src/core/model/webhook-event.ts";
import { environment, strangeTexts } from "./sample-entities.ts";

export function sampleWebhook(id: number, values: Partial<Webhook> = {}): Webhook {
  return {
    id,
    environmentId: 1,
    kind: "events",
    name: `webhook ${id}`,
    url: "https://receiver.example/hooks",
    eventTypes: ["feature.created", "token.revoked"],
    keyPattern: "check*",
    secrets: [{ sealed: "c2VhbGVk", createdAt: 5, expiresAt: null }],
    createdAt: 2 ** 41,
    pausedAt: null,
    pauseReason: null,
    groups: [],
    progress: progressAfter(0),
    ...values,
  };
}

export function sampleEvent(id: number, values: Partial<WebhookEvent> = {}): WebhookEvent {
  return {
    id,
    environmentId: 1,
    uuid: `uuid-${id}`,
    type: "feature.updated",
    key: "search",
    createdAt: 1_000 + id,
    data: '{"before":null}',
    ...values,
  };
}

export function sampleDelivery(
  sequence: number,
  values: Partial<WebhookDelivery> = {},
): WebhookDelivery {
  return {
    webhookId: 1,
    sequence,
    messageId: `message-${sequence}`,
    type: "feature.updated",
    key: null,
    fromEvent: 1,
    toEvent: 2,
    attempt: 3,
    startedAt: 2 ** 41,
    durationMs: 12,
    outcome: "failed",
    status: 500,
    problem: "NoMethodError: é",
    answer: "",
    ...values,
  };
}

const saved: Change = { kind: "webhook.saved", webhook: sampleWebhook(1) };
const progress = {
  ...progressAfter(4),
  currentEvent: 5,
  attempts: 2,
  nextTryAt: 2 ** 42,
  failingSince: 2 ** 41,
  lastSuccessAt: 7,
  lastDelivery: 9,
  replays: [{ from: 1, to: 3 }],
  lost: { from: 2, to: 3, at: 2 ** 40 },
};

type WebhookRows = Readonly<
  Record<WebhookChange["kind"], Readonly<Record<string, readonly Change[]>>>
>;

/** Changes of webhooks, as in `changeExamples`. */
export const webhookExamples: WebhookRows = {
  "webhook.saved": {
    "with every name": strangeTexts.map((name, index) => ({
      kind: "webhook.saved",
      webhook: sampleWebhook(index + 1, { name, kind: "sync", eventTypes: [], keyPattern: null }),
    })),
    "again, with all that can change": [
      saved,
      {
        kind: "webhook.saved",
        webhook: sampleWebhook(1, {
          name: "other",
          url: "https://other.example",
          eventTypes: [],
          keyPattern: null,
          secrets: [],
          pausedAt: 8,
          pauseReason: "failing",
          groups: ["admins", "é"],
          progress,
        }),
      },
    ],
    "and deleted with its environment": [
      { kind: "environment.created", environment: environment(7) },
      { kind: "webhook.saved", webhook: sampleWebhook(3, { environmentId: 7 }) },
      { kind: "environment.deleted", environmentId: 7 },
    ],
  },
  "webhook.deleted": {
    "of two, with its deliveries": [
      saved,
      { kind: "webhook.saved", webhook: sampleWebhook(2) },
      { kind: "webhook_delivery.recorded", delivery: sampleDelivery(1) },
      { kind: "webhook.deleted", webhookId: 1 },
    ],
    "that does not exist": [{ kind: "webhook.deleted", webhookId: 1 }],
  },
  "webhook.progressed": {
    "of one endpoint": [saved, { kind: "webhook.progressed", webhookId: 1, progress }],
    "with what it lost": [
      saved,
      { kind: "webhook.progressed", webhookId: 1, progress, lost: { from: 2, to: 3 } },
    ],
    "of an endpoint that does not exist": [{ kind: "webhook.progressed", webhookId: 1, progress }],
  },
  "webhook_delivery.recorded": {
    several: [
      saved,
      { kind: "webhook_delivery.recorded", delivery: sampleDelivery(1) },
      {
        kind: "webhook_delivery.recorded",
        delivery: sampleDelivery(2, { status: null, problem: null, key: "", outcome: "delivered" }),
      },
    ],
  },
  "webhook_events.recorded": {
    "with every key": [
      {
        kind: "webhook_events.recorded",
        events: strangeTexts.map((key, index) => sampleEvent(index + 1, { key })),
      },
      { kind: "webhook_events.recorded", events: [sampleEvent(200, { key: null })] },
    ],
    none: [{ kind: "webhook_events.recorded", events: [] }],
  },
  "webhook_events.removed": {
    "some and all": [
      { kind: "webhook_events.recorded", events: [sampleEvent(1), sampleEvent(2), sampleEvent(3)] },
      { kind: "webhook_events.removed", through: 2 },
      { kind: "webhook_events.removed", through: 9 },
    ],
  },
};
