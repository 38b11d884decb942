import { index, integer, pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { DeliveryProgress, Webhook, WebhookSecret } from "../../core/model/webhook.ts";
import type { WebhookDelivery } from "../../core/model/webhook-delivery.ts";
import type { WebhookEvent } from "../../core/model/webhook-event.ts";
import { anyText, jsonText, wholeNumber } from "./postgres-columns.ts";
import { pgEnvironments } from "./postgres-schema.ts";

/*
 * Endpoints, their events and their deliveries.
 */

const environmentId = () =>
  wholeNumber("environment_id")
    .notNull()
    .references(() => pgEnvironments.id, { onDelete: "cascade" });

export const pgWebhooks = pgTable(
  "webhooks",
  {
    id: wholeNumber("id").primaryKey(),
    environmentId: environmentId(),
    kind: anyText("kind").$type<Webhook["kind"]>().notNull(),
    name: anyText("name").notNull(),
    url: anyText("url").notNull(),
    eventTypes: jsonText<Webhook["eventTypes"]>("event_types").notNull(),
    keyPattern: anyText("key_pattern"),
    /** Sealed: the database alone does not reveal them. */
    secrets: jsonText<readonly WebhookSecret[]>("secrets").notNull(),
    createdAt: wholeNumber("created_at").notNull(),
    pausedAt: wholeNumber("paused_at"),
    pauseReason: anyText("pause_reason").$type<NonNullable<Webhook["pauseReason"]>>(),
    groups: jsonText<readonly string[]>("groups").notNull(),
    progress: jsonText<DeliveryProgress>("progress").notNull(),
  },
  (table) => [index("webhooks_environment").on(table.environmentId)],
);

/** The latest events; the state has only the id of the last one. */
export const pgWebhookEvents = pgTable(
  "webhook_events",
  {
    id: wholeNumber("id").primaryKey(),
    environmentId: environmentId(),
    uuid: anyText("uuid").notNull(),
    type: anyText("type").$type<WebhookEvent["type"]>().notNull(),
    key: anyText("key"),
    createdAt: wholeNumber("created_at").notNull(),
    data: anyText("data").notNull(),
  },
  (table) => [
    index("webhook_events_environment").on(table.environmentId, table.id),
    index("webhook_events_time").on(table.createdAt),
  ],
);

/** The latest deliveries of each endpoint. */
export const pgWebhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    webhookId: wholeNumber("webhook_id")
      .notNull()
      .references(() => pgWebhooks.id, { onDelete: "cascade" }),
    sequence: wholeNumber("sequence").notNull(),
    messageId: anyText("message_id").notNull(),
    type: anyText("type").notNull(),
    key: anyText("key"),
    fromEvent: wholeNumber("from_event"),
    toEvent: wholeNumber("to_event"),
    attempt: wholeNumber("attempt").notNull(),
    startedAt: wholeNumber("started_at").notNull(),
    durationMs: wholeNumber("duration_ms").notNull(),
    outcome: anyText("outcome").$type<WebhookDelivery["outcome"]>().notNull(),
    status: integer("status"),
    problem: anyText("problem"),
    answer: anyText("answer").notNull(),
  },
  (table) => [primaryKey({ columns: [table.webhookId, table.sequence] })],
);
