import { and, eq, gte, lte, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { excludedValues, placeholders } from "../../sqlite/prepared-statements.ts";
import { featuresTable, gateMembersTable, gatesTable } from "./gatehouse-schema.ts";
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
      | "members.range_removed"
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
  const members = prepareMemberWrites(database);
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
      case "members.range_removed":
        members[change.kind].run({ ...change });
        return;
      case "members.removed":
      case "members.added": {
        const { kind, values, ...place } = change;
        for (const value of values) {
          members[kind].run({ ...place, value });
        }
        return;
      }
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

function prepareMemberWrites(database: BunSQLiteDatabase) {
  const columns = ["environmentId", "featureId", "gate", "value"] as const;
  return {
    "members.added": database
      .insert(gateMembersTable)
      .values(placeholders(...columns))
      .prepare(),
    "members.removed": database
      .delete(gateMembersTable)
      .where(and(...columns.map((name) => eq(gateMembersTable[name], sql.placeholder(name)))))
      .prepare(),
    // A range of the primary key, which has the order of `SortedSet`.
    "members.range_removed": database
      .delete(gateMembersTable)
      .where(
        and(
          ...columns
            .filter((name) => name !== "value")
            .map((name) => eq(gateMembersTable[name], sql.placeholder(name))),
          gte(gateMembersTable.value, sql.placeholder("first")),
          lte(gateMembersTable.value, sql.placeholder("last")),
        ),
      )
      .prepare(),
  };
}
