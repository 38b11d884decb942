import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { Map as ImmutableMap } from "immutable";
import type { State } from "../../core/model/state.ts";
import { rowsOf } from "./database/rows-of.ts";
import { replicasTable } from "./replica-schema.ts";

export function loadReplicas(database: BunSQLiteDatabase): State["replicas"] {
  const rows = rowsOf(database, replicasTable);
  return ImmutableMap(rows.map((replica) => [replica.hash, replica]));
}
