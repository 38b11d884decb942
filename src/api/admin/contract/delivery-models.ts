import { type Static, Type } from "@sinclair/typebox";
import { deliveryOutcomes } from "../../../core/model/webhook-delivery.ts";
import { missingPayloads } from "../../../webhooks/delivery/delivered-payload.ts";
import { exactFields, Id, listOf, nullable, oneOf, Time } from "./shared-models.ts";
import { WebhookPath } from "./webhook-models.ts";

/** One delivery attempt. */
export const DeliveryRow = Type.Object(
  {
    messageId: Type.String(),
    type: Type.String(),
    key: nullable(Type.String()),
    fromEvent: Type.Union([Type.Integer(), Type.Null()], { description: "Null for a test." }),
    toEvent: Type.Union([Type.Integer(), Type.Null()], { description: "Null for a test." }),
    attempt: Type.Integer({ minimum: 1 }),
    startedAt: Time,
    durationMs: Type.Integer(),
    outcome: oneOf(deliveryOutcomes),
    status: Type.Union([Type.Integer(), Type.Null()], {
      description: "The status of the answer; null without one.",
    }),
    problem: nullable(Type.String()),
    answer: Type.String({ description: "The start of the answer's body." }),
    number: Type.Integer({ minimum: 1, description: "Counts from 1 for each webhook." }),
  },
  { $id: "WebhookDelivery" },
);
export type DeliveryRow = Static<typeof DeliveryRow>;

export const DeliveryList = Type.Object(
  {
    deliveries: listOf(DeliveryRow),
    hasMore: Type.Boolean({ description: "Whether there are earlier ones." }),
  },
  { $id: "WebhookDeliveryList" },
);

export const DeliveredPayload = Type.Object(
  {
    delivery: DeliveryRow,
    payload: Type.Union([Type.String(), Type.Null()], {
      description: "The exact body of the request; null if it is missing.",
    }),
    signed: Type.Union([Type.String(), Type.Null()], {
      description: "The exact text that the signatures were computed from.",
    }),
    missing: Type.Union([oneOf(missingPayloads), Type.Null()], {
      description:
        "Why the payload is missing: tests and reports of lost events are not stored, and events are " +
        "deleted after a while.",
    }),
  },
  { $id: "DeliveredPayload" },
);

export const DeliveryPath = Type.Object({
  ...WebhookPath.properties,
  delivery: Type.String({ description: "The number of the delivery." }),
});

export const Redelivery = Type.Object(
  {
    from: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: "The first event; left out for a sync webhook only, which has no events.",
      }),
    ),
    to: Type.Optional(Id),
  },
  { ...exactFields, $id: "WebhookRedelivery" },
);

export const deliveryCountBounds = { minimum: 1, maximum: 1_000 } as const;

export const DeliveriesBefore = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({ ...deliveryCountBounds, description: "How many at most; 50 unless sent." }),
    ),
    before: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: "Only deliveries with a smaller number: the last number that was shown.",
      }),
    ),
  },
  exactFields,
);
