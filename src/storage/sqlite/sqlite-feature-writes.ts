import { and, eq, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { excludedValues, placeholders } from "./database/prepared-statements.ts";
import { featuresTable, gatesTable } from "./gatehouse-schema.ts";
import { prepareMemberWrites } from "./sqlite-member-writes.ts";
import type { StoredChange } from "./stored-change.ts";

export type StoredFeatureChange = Extract<
  StoredChange,
  {
    readonly kind:
      | "feature.saved"
      | "feature.removed"
      | "gates.saved"
      | "members.removed"
      | "members.added"
      | "members.cleared"
      | "override.dropped";
  }
>;

export function prepareFeatureWrites(
  database: BunSQLiteDatabase,
): (change: StoredFeatureChange) => void {
  const save = database
    .insert(featuresTable)
    .values(placeholders("id", "projectId", "key", "createdAt", "creatorId", ...describedColumns))
    .onConflictDoUpdate({
      target: featuresTable.id,
      set: excludedValues(featuresTable, ...describedColumns),
    })
    .prepare();
  const remove = database
    .delete(featuresTable)
    .where(eq(featuresTable.id, sql.placeholder("featureId")))
    .prepare();
  const gates = prepareGateWrites(database);
  const writeMembers = prepareMemberWrites(database);
  return (change) => {
    switch (change.kind) {
      case "feature.saved":
        save.run({ ...change.feature });
        return;
      case "feature.removed":
        remove.run({ ...change });
        return;
      case "gates.saved":
        gates.save.run({ ...change });
        return;
      case "override.dropped":
        gates.drop.run({ ...change });
        return;
      case "members.removed":
      case "members.added":
      case "members.cleared":
        writeMembers(change);
        return;
    }
  };
}

const describedColumns = ["description", "longevity", "tags", "ownerId"] as const;
const gateColumns = ["boolean", "expression", "percentageOfActors", "percentageOfTime"] as const;

function prepareGateWrites(database: BunSQLiteDatabase) {
  return {
    save: database
      .insert(gatesTable)
      .values(placeholders("environmentId", "featureId", ...gateColumns))
      .onConflictDoUpdate({
        target: [gatesTable.environmentId, gatesTable.featureId],
        set: excludedValues(gatesTable, ...gateColumns),
      })
      .prepare(),
    drop: database
      .delete(gatesTable)
      .where(
        and(
          eq(gatesTable.environmentId, sql.placeholder("environmentId")),
          eq(gatesTable.featureId, sql.placeholder("featureId")),
        ),
      )
      .prepare(),
  };
}
