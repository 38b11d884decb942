import { type Static, Type } from "@sinclair/typebox";
import type { State } from "../model/state.ts";
import { pauseReasons, type Webhook, webhookEventTypes, webhookKinds } from "../model/webhook.ts";
import { deliveryOutcomes, type WebhookDelivery } from "../model/webhook-delivery.ts";
import type { WebhookService } from "../webhooks/webhook-service.ts";
import {
  exact,
  Id,
  nullableSchema,
  oneOfSchema,
  Timestamp,
  toTimestamp,
} from "./administration-schemas.ts";

export const EventType = oneOfSchema(webhookEventTypes);
export const describedWebhook = {
  id: Id,
  name: Type.String(),
  project: Type.String(),
  environment: Type.String({ description: "a slug" }),
  kind: oneOfSchema(webhookKinds),
  url: Type.String(),
  events: Type.Array(EventType, { description: "empty for all" }),
  keys: nullableSchema(Type.String()),
  status: oneOfSchema(["active", "failing", "paused", "needs_rotate"]),
  paused_by: nullableSchema(oneOfSchema(pauseReasons)),
  paused_at: nullableSchema(Timestamp),
  failing_since: nullableSchema(Timestamp),
  next_try_at: nullableSchema(Timestamp),
  last_success_at: nullableSchema(Timestamp),
  lost_events: nullableSchema(
    Type.Object(
      { from: Type.Integer(), to: Type.Integer(), at: Timestamp },
      {
        ...exact,
        description: "what was removed before it was sent, until the receiver is told",
      },
    ),
  ),
  secrets: Type.Integer({ description: "how many are valid or are being replaced" }),
  groups: Type.Array(Type.String(), { description: "what a sync endpoint told" }),
  created_at: Timestamp,
};
export const AdministeredWebhook = Type.Object(describedWebhook, exact);
export type AdministeredWebhook = Static<typeof AdministeredWebhook>;

export const AdministeredDelivery = Type.Object(
  {
    number: Type.Integer(),
    message_id: Type.String(),
    type: Type.String(),
    key: nullableSchema(Type.String()),
    from_event: nullableSchema(Type.Integer()),
    to_event: nullableSchema(Type.Integer()),
    attempt: Type.Integer(),
    started_at: Timestamp,
    duration_ms: Type.Integer(),
    outcome: oneOfSchema(deliveryOutcomes),
    status: nullableSchema(Type.Integer()),
    problem: nullableSchema(Type.String()),
    answer: Type.String(),
  },
  exact,
);
export type AdministeredDelivery = Static<typeof AdministeredDelivery>;

/** An endpoint, as operations show it. */
export function administeredWebhook(
  state: State,
  service: WebhookService,
  webhook: Webhook,
): AdministeredWebhook {
  const environment = state.environments.get(webhook.environmentId);
  const { progress } = webhook;
  return {
    id: webhook.id,
    name: webhook.name,
    project: state.projects.get(environment?.projectId ?? 0)?.name ?? "",
    environment: environment?.slug ?? "",
    kind: webhook.kind,
    url: webhook.url,
    events: [...webhook.eventTypes],
    keys: webhook.keyPattern,
    status: service.statusOf(webhook),
    paused_by: webhook.pauseReason,
    paused_at: timestampOf(webhook.pausedAt),
    failing_since: timestampOf(progress.failingSince),
    next_try_at: timestampOf(progress.nextTryAt),
    last_success_at: timestampOf(progress.lastSuccessAt),
    lost_events: progress.lost && { ...progress.lost, at: toTimestamp(progress.lost.at) },
    secrets: webhook.secrets.length,
    groups: [...webhook.groups],
    created_at: toTimestamp(webhook.createdAt),
  };
}

function timestampOf(time: number | null): string | null {
  return time === null ? null : toTimestamp(time);
}

export function administeredDelivery(delivery: WebhookDelivery): AdministeredDelivery {
  const { messageId, fromEvent, toEvent, startedAt, durationMs, sequence } = delivery;
  const { type, key, attempt, outcome, status, problem, answer } = delivery;
  return {
    number: sequence,
    message_id: messageId,
    ...{ type, key, attempt, outcome, status, problem, answer },
    from_event: fromEvent,
    to_event: toEvent,
    started_at: toTimestamp(startedAt),
    duration_ms: Math.round(durationMs),
  };
}
