import { and, asc, desc, eq, exists, gt, lt, not, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { lateStatements } from "../../../storage/sqlite/database/prepared-statements.ts";
import type { Catalog } from "../counting/catalog.ts";
import { retentionStart } from "../counting/retention-windows.ts";
import type { KeyIds } from "./key-ids.ts";
import { preparePastDayRemoval } from "./past-days.ts";
import type { RecentDays } from "./recent-days.ts";
import { days, hours, keys, minutes, pastDays } from "./telemetry-schema.ts";

/** Keys that one step examines, and the milliseconds after which it ends early. */
const keysPerStep = 200;
const stepMsMax = 5;

/**
 * Prunes some of the keys after `afterKey`. Returns the last key examined; null at the end.
 * `dataMs` is the time that measures the age of counts, see `DataClock`.
 */
export type PruneStep = (afterKey: number, dataMs: number) => number | null;

export interface Prune {
  /** Scans all keys. */
  readonly all: PruneStep;
  /** Scans only the keys marked deleted. */
  readonly deleted: PruneStep;
}

export interface PruneOptions {
  readonly database: BunSQLiteDatabase;
  readonly catalog: Catalog;
  readonly keyIds: KeyIds;
  readonly recentDays: RecentDays;
}

/**
 * Prepares the removal of counts past their environment's retention, of all counts of environments
 * and features that gatehouse.db no longer has, and of keys left without counts. So the table of
 * keys does not grow with keys that are no longer sent. Each step is one transaction.
 */
export function preparePrune({ database, catalog, keyIds, recentDays }: PruneOptions): Prune {
  const statements = prepare(database);
  const removePastDays = preparePastDayRemoval(database);

  function prune({ id, environmentId, key, featureId }: typeof keys.$inferSelect, dataMs: number) {
    const currentFeatureId = catalog.featureId(environmentId, key);
    const isDeleted =
      !catalog.hasEnvironment(environmentId) ||
      (featureId !== null && featureId !== currentFeatureId);
    const retentionDays = isDeleted ? 0 : catalog.retentionDays(environmentId);
    const until = retentionStart(dataMs, retentionDays);
    for (const remove of statements.removeCounts) {
      if (remove.get({ id, until }) !== undefined) {
        recentDays.forgetKey(id);
      }
    }
    removePastDays(id, until);
    if (statements.removeKey.get({ id }) !== undefined) {
      keyIds.invalidate(key, [environmentId]);
    } else if (featureId === null && currentFeatureId !== undefined) {
      // Stores the id of the feature that now has the key.
      keyIds.find(environmentId, key);
    }
  }

  const stepThrough =
    (name: "allAfter" | "deletedAfter"): PruneStep =>
    (afterKey, dataMs) => {
      const started = performance.now();
      return database.transaction(
        () => {
          const found = statements[name].all({ afterKey });
          for (const key of found) {
            prune(key, dataMs);
            if (performance.now() - started > stepMsMax) {
              return key.id;
            }
          }
          return found.length < keysPerStep ? null : (found.at(-1)?.id ?? null);
        },
        { behavior: "immediate" },
      );
    };

  return { all: stepThrough("allAfter"), deleted: stepThrough("deletedAfter") };
}

function prepare(database: BunSQLiteDatabase) {
  const id = sql.placeholder("id");
  const afterKey = sql.placeholder("afterKey");
  const tables = [minutes, hours, days] as const;
  return lateStatements({
    allAfter: () =>
      database
        .select()
        .from(keys)
        .where(gt(keys.id, afterKey))
        .orderBy(asc(keys.id))
        .limit(keysPerStep)
        .prepare(),
    // A key marked deleted has minus its id as environment id, which is indexed.
    deletedAfter: () =>
      database
        .select()
        .from(keys)
        .where(lt(keys.environmentId, sql`-${afterKey}`))
        .orderBy(desc(keys.environmentId))
        .limit(keysPerStep)
        .prepare(),
    removeCounts: () =>
      tables.map((table) =>
        database
          .delete(table)
          .where(and(eq(table.keyId, id), lt(table.start, sql.placeholder("until"))))
          .returning({ keyId: table.keyId })
          .prepare(),
      ),
    removeKey: () =>
      database
        .delete(keys)
        .where(
          and(
            eq(keys.id, id),
            ...[...tables, pastDays].map((table) =>
              not(
                exists(
                  database.select({ one: sql`1` }).from(table).where(eq(table.keyId, keys.id)),
                ),
              ),
            ),
          ),
        )
        .returning({ id: keys.id })
        .prepare(),
  });
}
