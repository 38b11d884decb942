import { and, asc, desc, eq, exists, gt, lt, not, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { Knowledge } from "../counting/catalog.ts";
import { oldestKept } from "../counting/retention-windows.ts";
import type { KeyDirectory } from "./key-ids.ts";
import { days, hours, keys, minutes } from "./telemetry-schema.ts";

/** Keys that one step looks at, and the time after which it leaves the rest to the next. */
const keysPerStep = 200;
const stepMsMax = 5;

/** Removes what is kept no longer from the keys after one; says after which the next step begins. */
export type PruneStep = (afterKey: number, nowMs: number) => number | null;

/**
 * A walk through all keys, or through those that are buried. It removes counts past the retention
 * of their environment's plan, all counts of environments and features that gatehouse.db no longer
 * has, and keys left without counts, so that their number follows what is really sent. Each step
 * is one transaction.
 */
export function preparePrune(
  database: BunSQLiteDatabase,
  knowledge: Knowledge,
  directory: KeyDirectory,
): { readonly all: PruneStep; readonly buried: PruneStep } {
  const { removeCounts, removeKey, allAfter, buriedAfter } = prepare(database);

  function prune({ id, environmentId, key, featureId }: typeof keys.$inferSelect, nowMs: number) {
    const present = knowledge.featureId(environmentId, key);
    const isGone =
      !knowledge.hasEnvironment(environmentId) || (featureId !== null && featureId !== present);
    const retentionDays = isGone ? 0 : knowledge.retentionDays(environmentId);
    const until = oldestKept(nowMs, retentionDays);
    for (const remove of removeCounts) {
      remove.run({ id, until });
    }
    if (removeKey.get({ id }) !== undefined) {
      directory.recheck(key, [environmentId]);
    } else if (featureId === null && present !== undefined) {
      directory.find(environmentId, key);
    }
  }

  const stepThrough =
    (keysAfter: typeof allAfter): PruneStep =>
    (afterKey, nowMs) => {
      const started = performance.now();
      return database.transaction(
        () => {
          const found = keysAfter.all({ afterKey });
          for (const key of found) {
            prune(key, nowMs);
            if (performance.now() - started > stepMsMax) {
              return key.id;
            }
          }
          return found.length < keysPerStep ? null : (found.at(-1)?.id ?? null);
        },
        { behavior: "immediate" },
      );
    };

  return { all: stepThrough(allAfter), buried: stepThrough(buriedAfter) };
}

function prepare(database: BunSQLiteDatabase) {
  const id = sql.placeholder("id");
  const afterKey = sql.placeholder("afterKey");
  const tables = [minutes, hours, days] as const;
  return {
    allAfter: database
      .select()
      .from(keys)
      .where(gt(keys.id, afterKey))
      .orderBy(asc(keys.id))
      .limit(keysPerStep)
      .prepare(),
    // Their environment is minus their id, and indexed.
    buriedAfter: database
      .select()
      .from(keys)
      .where(lt(keys.environmentId, sql`-${afterKey}`))
      .orderBy(desc(keys.environmentId))
      .limit(keysPerStep)
      .prepare(),
    removeCounts: tables.map((table) =>
      database
        .delete(table)
        .where(and(eq(table.keyId, id), lt(table.start, sql.placeholder("until"))))
        .prepare(),
    ),
    removeKey: database
      .delete(keys)
      .where(
        and(
          eq(keys.id, id),
          ...tables.map((table) =>
            not(
              exists(database.select({ one: sql`1` }).from(table).where(eq(table.keyId, keys.id))),
            ),
          ),
        ),
      )
      .returning({ id: keys.id })
      .prepare(),
  };
}
