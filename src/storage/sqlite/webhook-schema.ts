import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import {
  type DeliveryProgress,
  pauseReasons,
  type WebhookEventType,
  type WebhookSecret,
  webhookKinds,
} from "../../core/model/webhook.ts";
import { deliveryOutcomes } from "../../core/model/webhook-delivery.ts";
import type { LoggedEventType } from "../../core/model/webhook-event.ts";
import { environmentsTable } from "./gatehouse-schema.ts";

/*
 * Endpoints, their events and their deliveries: tables of gatehouse.db in addition to
 * `gatehouse-schema.ts`. All times are milliseconds since the epoch.
 */

export const webhooksTable = sqliteTable(
  "webhooks",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    environmentId: integer("environment_id")
      .notNull()
      .references(() => environmentsTable.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: webhookKinds }).notNull(),
    name: text("name").notNull(),
    url: text("url").notNull(),
    eventTypes: text("event_types", { mode: "json" })
      .$type<readonly WebhookEventType[]>()
      .notNull(),
    keyPattern: text("key_pattern"),
    /** Sealed: the database alone does not reveal them. */
    secrets: text("secrets", { mode: "json" }).$type<readonly WebhookSecret[]>().notNull(),
    createdAt: integer("created_at").notNull(),
    pausedAt: integer("paused_at"),
    pauseReason: text("pause_reason", { enum: pauseReasons }),
    groups: text("groups", { mode: "json" }).$type<readonly string[]>().notNull(),
    progress: text("progress", { mode: "json" }).$type<DeliveryProgress>().notNull(),
  },
  (table) => [index("webhooks_environment").on(table.environmentId)],
);

/** The latest events; the state has only the id of the last one. */
export const webhookEventsTable = sqliteTable(
  "webhook_events",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    environmentId: integer("environment_id")
      .notNull()
      .references(() => environmentsTable.id, { onDelete: "cascade" }),
    uuid: text("uuid").notNull(),
    type: text("type").$type<LoggedEventType>().notNull(),
    key: text("key"),
    createdAt: integer("created_at").notNull(),
    data: text("data").notNull(),
  },
  (table) => [index("webhook_events_environment").on(table.environmentId, table.id)],
);

/** The latest deliveries of each endpoint. */
export const webhookDeliveriesTable = sqliteTable(
  "webhook_deliveries",
  {
    webhookId: integer("webhook_id")
      .notNull()
      .references(() => webhooksTable.id, { onDelete: "cascade" }),
    sequence: integer("sequence").notNull(),
    messageId: text("message_id").notNull(),
    type: text("type").notNull(),
    key: text("key"),
    fromEvent: integer("from_event"),
    toEvent: integer("to_event"),
    attempt: integer("attempt").notNull(),
    startedAt: integer("started_at").notNull(),
    durationMs: integer("duration_ms").notNull(),
    outcome: text("outcome", { enum: deliveryOutcomes }).notNull(),
    status: integer("status"),
    problem: text("problem"),
    answer: text("answer").notNull(),
  },
  (table) => [primaryKey({ columns: [table.webhookId, table.sequence] })],
);
