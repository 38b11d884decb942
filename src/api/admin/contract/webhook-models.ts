import { type Static, Type } from "@sinclair/typebox";
import { featureKeyLengthMax } from "../../../core/evaluation/feature-key.ts";
import { pauseReasons, webhookEventTypes, webhookKinds } from "../../../core/model/webhook.ts";
import { linePattern } from "../../../core/text/text-patterns.ts";
import {
  AnyEnvironmentPath,
  exactFields,
  Id,
  inEnvironment,
  lineOf,
  listOf,
  nullable,
  oneOf,
  surrogates,
  Time,
  textUpTo,
} from "./shared-models.ts";

const Status = oneOf(["active", "failing", "paused", "needs_rotate"]);
/** `needs_rotate`: the secret cannot be read, so the server sends nothing until there is a new one. */
export type WebhookStatus = Static<typeof Status>;

const LostEvents = Type.Object(
  { from: Type.Integer(), to: Type.Integer(), at: Time },
  { $id: "LostEvents" },
);

export const WebhookRow = Type.Object(
  {
    id: Id,
    name: Type.String(),
    ...inEnvironment,
    kind: oneOf(webhookKinds),
    url: Type.String(),
    groups: listOf(Type.String(), {
      description: "The groups that a Flipper application reported last.",
    }),
    createdAt: Time,
    failingSince: nullable(Time),
    nextTryAt: nullable(Time),
    lastSuccessAt: nullable(Time),
    events: listOf(oneOf(webhookEventTypes), { description: "Empty for all." }),
    keys: Type.Union([Type.String(), Type.Null()], {
      description: "The pattern of the keys of features; null for all features.",
    }),
    status: Status,
    pausedBy: nullable(oneOf(pauseReasons)),
    isReplaying: Type.Boolean({ description: "Whether events wait to be sent again." }),
    pausedAt: nullable(Time),
    lostEvents: Type.Union([LostEvents, Type.Null()], {
      description:
        "The events that were deleted before they were sent; null once the endpoint is notified.",
    }),
    secretCount: Type.Integer({ description: "How many secrets are valid or are being replaced." }),
    earlierSecretEndsAt: Type.Union([Time, Type.Null()], {
      description: "Until when the earlier secret is valid; null without one.",
    }),
  },
  { $id: "Webhook" },
);
export type WebhookRow = Static<typeof WebhookRow>;

export const WebhookList = Type.Object({ webhooks: listOf(WebhookRow) }, { $id: "WebhookList" });

export const NewWebhookBody = Type.Object(
  {
    name: Type.Optional(lineOf(255, linePattern)),
    kind: oneOf(webhookKinds),
    // Longer than the limit, so that the refusal of a long URL names the reason.
    url: textUpTo(4_096, 1),
    events: listOf(oneOf(webhookEventTypes), { maxItems: 100, description: "Empty for all." }),
    keys: Type.Optional(textUpTo(featureKeyLengthMax * surrogates, 1)),
  },
  { ...exactFields, $id: "NewWebhook" },
);

export const MadeWebhook = Type.Object(
  { webhook: WebhookRow, secret: Type.String({ description: "It is shown only once." }) },
  { $id: "CreatedWebhook" },
);
export type MadeWebhook = Static<typeof MadeWebhook>;

/** The limits of how long the earlier secret can stay valid, in milliseconds. */
export const overlapBounds = { minimum: 0, maximum: 30 * 86_400_000 } as const;

export const SecretRotation = Type.Object(
  {
    overlapMs: Type.Optional(
      Type.Integer({
        ...overlapBounds,
        description: "How long the earlier secret stays valid; a day unless sent.",
      }),
    ),
  },
  { ...exactFields, $id: "SecretRotation" },
);

/** A webhook after a change, or before it was deleted. */
export const ChangedWebhook = Type.Object(
  { ...WebhookList.properties, webhook: WebhookRow },
  { $id: "ChangedWebhook" },
);

export const WebhookEdit = Type.Object(
  {
    isPaused: Type.Optional(Type.Boolean()),
    name: NewWebhookBody.properties.name,
    url: Type.Optional(NewWebhookBody.properties.url),
    events: Type.Optional(NewWebhookBody.properties.events),
    keys: Type.Optional(
      Type.Union([textUpTo(featureKeyLengthMax * surrogates, 1), Type.Null()], {
        description: "The pattern of the keys of features; null for all features.",
      }),
    ),
  },
  { ...exactFields, minProperties: 1, $id: "WebhookEdit" },
);

export const WebhookPath = Type.Object({
  ...AnyEnvironmentPath.properties,
  webhook: Type.String({ description: "The id of the webhook." }),
});
