import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { Map as ImmutableMap } from "immutable";
import type { State } from "../../core/model/state.ts";
import { viewsTable } from "./view-schema.ts";

export function loadViews(database: BunSQLiteDatabase): State["views"] {
  const rows = database.select().from(viewsTable).all();
  return ImmutableMap(rows.map((view) => [view.id, view]));
}
