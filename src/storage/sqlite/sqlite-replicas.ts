import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { Map as ImmutableMap } from "immutable";
import type { State } from "../../core/model/state.ts";
import { replicasTable } from "./replica-schema.ts";

export function loadReplicas(database: BunSQLiteDatabase): State["replicas"] {
  const rows = database.select().from(replicasTable).all();
  return ImmutableMap(rows.map((replica) => [replica.hash, replica]));
}
