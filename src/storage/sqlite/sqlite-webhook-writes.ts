import { and, eq, lte, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { WebhookChange } from "../../core/model/change.ts";
import { deliveriesPerWebhookMax } from "../../core/model/webhook-delivery.ts";
import { webhookEventsMax } from "../../core/model/webhook-event.ts";
import { excludedValues, placeholders } from "./database/prepared-statements.ts";
import type { StoredChange } from "./stored-change.ts";
import { webhookDeliveriesTable, webhookEventsTable, webhooksTable } from "./webhook-schema.ts";

export type StoredWebhookChange =
  | Exclude<WebhookChange, { readonly kind: "webhook_events.recorded" }>
  | Extract<StoredChange, { readonly kind: "webhook_event.saved" }>;

/** Old events are removed once for this many new ones. */
const eventsPerRemoval = 100;

export function prepareWebhookWrites(
  database: BunSQLiteDatabase,
): (change: StoredWebhookChange) => void {
  const save = prepareSaves(database);
  const remove = prepareRemovals(database);
  return (change) => {
    switch (change.kind) {
      case "webhook.saved":
        save.webhook.run({ ...change.webhook });
        return;
      case "webhook.deleted":
        remove.webhook.run({ id: change.webhookId });
        return;
      case "webhook.progressed":
        save.progress.run({ id: change.webhookId, progress: JSON.stringify(change.progress) });
        return;
      case "webhook_delivery.recorded": {
        const { webhookId, sequence } = change.delivery;
        save.delivery.run({ ...change.delivery });
        remove.deliveries.run({ webhookId, through: sequence - deliveriesPerWebhookMax });
        return;
      }
      case "webhook_event.saved": {
        const { id } = change.event;
        save.event.run({ ...change.event });
        if (id % eventsPerRemoval === 0) {
          remove.events.run({ through: id - webhookEventsMax });
        }
        return;
      }
      case "webhook_events.removed":
        remove.events.run({ through: change.through });
        return;
    }
  };
}

const changingColumns = [
  "name",
  "url",
  "eventTypes",
  "keyPattern",
  "secrets",
  "pausedAt",
  "pauseReason",
  "groups",
  "progress",
] as const;

function prepareSaves(database: BunSQLiteDatabase) {
  return {
    webhook: database
      .insert(webhooksTable)
      .values(placeholders("id", "environmentId", "kind", "createdAt", ...changingColumns))
      .onConflictDoUpdate({
        target: webhooksTable.id,
        set: excludedValues(webhooksTable, ...changingColumns),
      })
      .prepare(),
    progress: database
      .update(webhooksTable)
      .set({ progress: sql`${sql.placeholder("progress")}` })
      .where(eq(webhooksTable.id, sql.placeholder("id")))
      .prepare(),
    delivery: database
      .insert(webhookDeliveriesTable)
      .values({
        ...placeholders("webhookId", "sequence", "messageId", "type", "key", "fromEvent"),
        ...placeholders("toEvent", "attempt", "startedAt", "durationMs", "outcome", "status"),
        ...placeholders("problem", "answer"),
      })
      .prepare(),
    event: database
      .insert(webhookEventsTable)
      .values(placeholders("id", "environmentId", "uuid", "type", "key", "createdAt", "data"))
      .prepare(),
  };
}

function prepareRemovals(database: BunSQLiteDatabase) {
  const through = sql.placeholder("through");
  return {
    webhook: database
      .delete(webhooksTable)
      .where(eq(webhooksTable.id, sql.placeholder("id")))
      .prepare(),
    deliveries: database
      .delete(webhookDeliveriesTable)
      .where(
        and(
          eq(webhookDeliveriesTable.webhookId, sql.placeholder("webhookId")),
          lte(webhookDeliveriesTable.sequence, through),
        ),
      )
      .prepare(),
    events: database
      .delete(webhookEventsTable)
      .where(lte(webhookEventsTable.id, through))
      .prepare(),
  };
}
