import { and, asc, desc, eq, gt, lt, lte, max, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { WebhookDelivery } from "../../core/model/webhook-delivery.ts";
import type { WebhookEvent } from "../../core/model/webhook-event.ts";
import type { WebhookDeliveryQuery, WebhookEventQuery } from "../storage.ts";
import { webhookDeliveriesTable, webhookEventsTable } from "./webhook-schema.ts";

export interface WebhookReads {
  webhookEvents(query: WebhookEventQuery): readonly WebhookEvent[];
  latestEventBefore(time: number): number;
  deliveries(query: WebhookDeliveryQuery): readonly WebhookDelivery[];
}

export function prepareWebhookReads(database: BunSQLiteDatabase): WebhookReads {
  const events = database
    .select()
    .from(webhookEventsTable)
    .where(
      and(
        eq(webhookEventsTable.environmentId, sql.placeholder("environmentId")),
        gt(webhookEventsTable.id, sql.placeholder("after")),
        lte(webhookEventsTable.id, sql.placeholder("through")),
      ),
    )
    .orderBy(asc(webhookEventsTable.id))
    .limit(sql.placeholder("limit"))
    .prepare();
  const before = database
    .select({ newest: max(webhookEventsTable.id) })
    .from(webhookEventsTable)
    .where(lt(webhookEventsTable.createdAt, sql.placeholder("time")))
    .prepare();
  const deliveries = database
    .select()
    .from(webhookDeliveriesTable)
    .where(
      and(
        eq(webhookDeliveriesTable.webhookId, sql.placeholder("webhookId")),
        lt(webhookDeliveriesTable.sequence, sql.placeholder("before")),
      ),
    )
    .orderBy(desc(webhookDeliveriesTable.sequence))
    .limit(sql.placeholder("limit"))
    .prepare();
  return {
    webhookEvents: (query) => events.all({ ...query }),
    latestEventBefore: (time) => before.get({ time })?.newest ?? 0,
    deliveries: (query) => deliveries.all({ ...query }),
  };
}
