import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { Map as ImmutableMap } from "immutable";
import type { State } from "../../core/model/state.ts";
import { rowsOf } from "./database/rows-of.ts";
import { viewsTable } from "./view-schema.ts";

export function loadViews(database: BunSQLiteDatabase): State["views"] {
  const rows = rowsOf(database, viewsTable);
  return ImmutableMap(rows.map((view) => [view.id, view]));
}
