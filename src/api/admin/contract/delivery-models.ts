import { type Static, Type } from "@sinclair/typebox";
import { deliveryOutcomes } from "../../../core/model/webhook-delivery.ts";
import { exactFields, Id, listOf, nullable, oneOf, Time } from "./shared-models.ts";

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
