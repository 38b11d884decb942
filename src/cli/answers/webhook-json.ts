import { type Static, Type } from "@sinclair/typebox";
import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import { pauseReasons, webhookEventTypes, webhookKinds } from "../../core/model/webhook.ts";
import { deliveryOutcomes } from "../../core/model/webhook-delivery.ts";
import type { Immutable } from "../api-client/immutable.ts";
import {
  namedInEnvironment,
  oneOfSchema,
  orNull,
  Timestamp,
  timestampOrNull,
  toTimestamp,
} from "./json-schemas.ts";

export const webhookFields = {
  ...namedInEnvironment,
  kind: oneOfSchema(webhookKinds),
  url: Type.String(),
  events: Type.Array(oneOfSchema(webhookEventTypes), { description: "empty for all" }),
  keys: orNull(Type.String()),
  status: oneOfSchema(["active", "failing", "paused", "needs_rotate"]),
  paused_by: orNull(oneOfSchema(pauseReasons)),
  paused_at: orNull(Timestamp),
  failing_since: orNull(Timestamp),
  next_try_at: orNull(Timestamp),
  last_success_at: orNull(Timestamp),
  lost_events: orNull(
    Type.Object(
      { from: Type.Integer(), to: Type.Integer(), at: Timestamp },
      {
        description:
          "events that were deleted before they were sent, until the endpoint is notified",
      },
    ),
  ),
  secrets: Type.Integer({ description: "how many are valid or are being replaced" }),
  groups: Type.Array(Type.String(), { description: "the groups that a sync endpoint reported" }),
  created_at: Timestamp,
};
export const WebhookJson = Type.Object(webhookFields);
export type WebhookJson = Immutable<Static<typeof WebhookJson>>;

export const DeliveryJson = Type.Object({
  number: Type.Integer(),
  message_id: Type.String(),
  type: Type.String(),
  key: orNull(Type.String()),
  from_event: orNull(Type.Integer()),
  to_event: orNull(Type.Integer()),
  attempt: Type.Integer(),
  started_at: Timestamp,
  duration_ms: Type.Integer(),
  outcome: oneOfSchema(deliveryOutcomes),
  status: orNull(Type.Integer()),
  problem: orNull(Type.String()),
  answer: Type.String(),
});
export type DeliveryJson = Immutable<Static<typeof DeliveryJson>>;

export function webhookJson(webhook: AnswerOf<"GET /webhooks">["webhooks"][number]): WebhookJson {
  const { id, name, project, environment, kind, url, events, keys, status } = webhook;
  const { lostEvents } = webhook;
  return {
    ...{ id, name, project, environment, kind, url, events, keys, status },
    paused_by: webhook.pausedBy,
    paused_at: timestampOrNull(webhook.pausedAt),
    failing_since: timestampOrNull(webhook.failingSince),
    next_try_at: timestampOrNull(webhook.nextTryAt),
    last_success_at: timestampOrNull(webhook.lastSuccessAt),
    lost_events: lostEvents && { ...lostEvents, at: toTimestamp(lostEvents.at) },
    secrets: webhook.secretCount,
    groups: webhook.groups,
    created_at: toTimestamp(webhook.createdAt),
  };
}

type DeliveryRow = AnswerOf<"POST /environments/:environment/webhooks/:webhook/test">;

export function deliveryJson(delivery: DeliveryRow): DeliveryJson {
  const { number, type, key, attempt, outcome, status, problem, answer } = delivery;
  return {
    number,
    message_id: delivery.messageId,
    ...{ type, key },
    from_event: delivery.fromEvent,
    to_event: delivery.toEvent,
    attempt,
    started_at: toTimestamp(delivery.startedAt),
    duration_ms: delivery.durationMs,
    ...{ outcome, status, problem, answer },
  };
}
