import { eq, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { Map as ImmutableMap } from "immutable";
import type { Change } from "../../core/model/change.ts";
import type { State } from "../../core/model/state.ts";
import { excludedValues, placeholders } from "./database/prepared-statements.ts";
import { replicasTable } from "./replica-schema.ts";

export type StoredReplicaChange = Extract<
  Change,
  { readonly kind: "replica.saved" | "replica.removed" }
>;

export function loadReplicas(database: BunSQLiteDatabase): State["replicas"] {
  const rows = database.select().from(replicasTable).all();
  return ImmutableMap(rows.map((replica) => [replica.hash, replica]));
}

export function prepareReplicaWrites(
  database: BunSQLiteDatabase,
): (change: StoredReplicaChange) => void {
  const save = database
    .insert(replicasTable)
    .values(placeholders("id", "name", "hash", "createdAt"))
    .onConflictDoUpdate({ target: replicasTable.id, set: excludedValues(replicasTable, "name") })
    .prepare();
  const remove = database
    .delete(replicasTable)
    .where(eq(replicasTable.id, sql.placeholder("id")))
    .prepare();
  return (change) => {
    if (change.kind === "replica.saved") {
      save.run({ ...change.replica });
    } else {
      remove.run({ id: change.replicaId });
    }
  };
}
