import { and, eq, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { Change } from "../../model/change.ts";
import { excludedValues, placeholders } from "../../sqlite/prepared-statements.ts";
import type { Gates } from "../../toggles/gates.ts";
import { difference, type SortedSet } from "../../toggles/sorted-set.ts";
import { featuresTable, gateMembersTable, gatesTable } from "./gatehouse-schema.ts";

export type FeatureChange = Extract<
  Change,
  { readonly kind: "feature.saved" | "feature.removed" | "gates.written" | "override.dropped" }
>;

export function prepareFeatureWrites(database: BunSQLiteDatabase): (change: FeatureChange) => void {
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
    .where(eq(featuresTable.id, sql.placeholder("id")))
    .prepare();
  const { write, drop } = prepareGateWrites(database);
  return (change) => {
    switch (change.kind) {
      case "feature.saved":
        save.run({ ...change.feature });
        return;
      case "feature.removed":
        remove.run({ id: change.feature.id });
        return;
      case "gates.written":
        write(change.environmentId, change.feature.id, change.before, change.after);
        return;
      case "override.dropped":
        drop.run({ environmentId: change.environmentId, featureId: change.feature.id });
        return;
    }
  };
}

const describedColumns = ["description", "longevity", "tags", "ownerId"] as const;
const gateColumns = ["boolean", "expression", "percentageOfActors", "percentageOfTime"] as const;

function prepareGateWrites(database: BunSQLiteDatabase) {
  const save = database
    .insert(gatesTable)
    .values(placeholders("environmentId", "featureId", ...gateColumns))
    .onConflictDoUpdate({
      target: [gatesTable.environmentId, gatesTable.featureId],
      set: excludedValues(gatesTable, ...gateColumns),
    })
    .prepare();
  const drop = database
    .delete(gatesTable)
    .where(
      and(
        eq(gatesTable.environmentId, sql.placeholder("environmentId")),
        eq(gatesTable.featureId, sql.placeholder("featureId")),
      ),
    )
    .prepare();
  const writeMembers = prepareMemberWrites(database);

  function write(environmentId: number, featureId: number, before: Gates | null, after: Gates) {
    if (before === null || !sameScalars(before, after)) {
      const expression = after.expression === null ? null : JSON.stringify(after.expression);
      save.run({ ...after, expression, environmentId, featureId });
    }
    writeMembers(environmentId, featureId, "groups", before?.groups ?? [], after.groups);
    writeMembers(environmentId, featureId, "actors", before?.actors ?? [], after.actors);
  }
  return { write, drop };
}

function prepareMemberWrites(database: BunSQLiteDatabase) {
  const columns = ["environmentId", "featureId", "gate", "value"] as const;
  const add = database
    .insert(gateMembersTable)
    .values(placeholders(...columns))
    .prepare();
  const remove = database
    .delete(gateMembersTable)
    .where(and(...columns.map((name) => eq(gateMembersTable[name], sql.placeholder(name)))))
    .prepare();
  return (
    environmentId: number,
    featureId: number,
    gate: "groups" | "actors",
    before: SortedSet,
    after: SortedSet,
  ) => {
    for (const value of difference(before, after)) {
      remove.run({ environmentId, featureId, gate, value });
    }
    for (const value of difference(after, before)) {
      add.run({ environmentId, featureId, gate, value });
    }
  };
}

function sameScalars(before: Gates, after: Gates): boolean {
  return gateColumns.every((name) => before[name] === after[name]);
}
