import type { SQL as Client } from "bun";
import { and, asc, desc, eq, gt, lt, lte, max } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sql";
import type { WebhookDelivery } from "../../core/model/webhook-delivery.ts";
import type { WebhookEvent } from "../../core/model/webhook-event.ts";
import type { WebhookDeliveryQuery, WebhookEventQuery } from "../storage.ts";
import { pgWebhookDeliveries, pgWebhookEvents } from "./postgres-webhook-schema.ts";

export function readWebhookEvents(
  client: Client,
  { environmentId, after, through, limit }: WebhookEventQuery,
): Promise<readonly WebhookEvent[]> {
  const { id } = pgWebhookEvents;
  const inEnvironment = eq(pgWebhookEvents.environmentId, environmentId);
  return drizzle({ client })
    .select()
    .from(pgWebhookEvents)
    .where(and(inEnvironment, gt(id, after), lte(id, through)))
    .orderBy(asc(id))
    .limit(limit);
}

export async function readLatestEventBefore(client: Client, time: number): Promise<number> {
  const [row] = await drizzle({ client })
    .select({ newest: max(pgWebhookEvents.id) })
    .from(pgWebhookEvents)
    .where(lt(pgWebhookEvents.createdAt, time));
  return row?.newest ?? 0;
}

export function readWebhookDeliveries(
  client: Client,
  { webhookId, before, limit }: WebhookDeliveryQuery,
): Promise<readonly WebhookDelivery[]> {
  const { sequence } = pgWebhookDeliveries;
  return drizzle({ client })
    .select()
    .from(pgWebhookDeliveries)
    .where(and(eq(pgWebhookDeliveries.webhookId, webhookId), lt(sequence, before)))
    .orderBy(desc(sequence))
    .limit(limit);
}
