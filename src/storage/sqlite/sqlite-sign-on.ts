import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { Map as ImmutableMap } from "immutable";
import type { State } from "../../core/model/state.ts";
import { rowsOf } from "./database/rows-of.ts";
import { signOnRecordsTable } from "./sign-on-schema.ts";

export function loadSignOn(database: BunSQLiteDatabase): State["signOn"] {
  const rows = rowsOf(database, signOnRecordsTable);
  return ImmutableMap(rows.map(({ key, body }) => [key, body]));
}
