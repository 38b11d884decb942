import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { Map as ImmutableMap } from "immutable";
import type { State } from "../../core/model/state.ts";
import { rowsOf } from "./database/rows-of.ts";
import { webhooksTable } from "./webhook-schema.ts";

/** The endpoints, with the progress of their deliveries. */
export function loadWebhooks(database: BunSQLiteDatabase): State["webhooks"] {
  const webhooks = rowsOf(database, webhooksTable);
  return ImmutableMap(webhooks.map((webhook) => [webhook.id, webhook]));
}
