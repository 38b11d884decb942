import { and, eq, gte, lt, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { added, type Counts, countMax } from "../../messages/counts.ts";
import type { Series } from "../../messages/series.ts";
import type { PendingCounts } from "./pending-counts.ts";
import { days, hours, minutes } from "./telemetry-schema.ts";

/** A key's counts by the index of the bucket in a series; buckets without any are missing. */
export type KeyCounts = ReadonlyMap<number, Counts>;

/**
 * Reads the counts of some keys, pending ones included. Costs a range of rows in each table for
 * each key, whatever else the tables hold.
 */
export function prepareCountReads(database: BunSQLiteDatabase) {
  const reads = [minutes, hours, days].map((table) => prepareRead(database, table));
  return (
    keyIds: readonly number[],
    series: Series,
    pending: PendingCounts,
  ): ReadonlyMap<number, KeyCounts> => {
    const sums = new Sums();
    const { start, sizeMinutes, bucketCount } = series;
    const range = {
      keyIds: JSON.stringify(keyIds),
      start,
      sizeMinutes,
      end: start + bucketCount * sizeMinutes,
    };
    for (const read of reads) {
      for (const { keyId, bucket, enabled, disabled } of read.all(range)) {
        sums.add(keyId, bucket, { enabled, disabled });
      }
    }
    for (const keyId of keyIds) {
      for (const [minute, counts] of pending.of(keyId) ?? []) {
        const bucket = Math.floor((minute - start) / sizeMinutes);
        if (bucket >= 0 && bucket < bucketCount) {
          sums.add(keyId, bucket, counts);
        }
      }
    }
    return sums.byKey;
  };
}

class Sums {
  readonly byKey = new Map<number, Map<number, Counts>>();

  add(keyId: number, bucket: number, more: Counts): void {
    const ofKey = this.byKey.get(keyId) ?? new Map<number, Counts>();
    this.byKey.set(keyId, ofKey);
    const before = ofKey.get(bucket);
    ofKey.set(bucket, {
      enabled: added(before?.enabled ?? 0, more.enabled),
      disabled: added(before?.disabled ?? 0, more.disabled),
    });
  }
}

function prepareRead(
  database: BunSQLiteDatabase,
  table: typeof minutes | typeof hours | typeof days,
) {
  const start = sql.placeholder("start");
  return (
    database
      .select({
        keyId: table.keyId,
        bucket: sql<number>`(${table.start} - ${start}) / ${sql.placeholder("sizeMinutes")}`,
        enabled: sumOf(table.enabled),
        disabled: sumOf(table.disabled),
      })
      .from(sql`json_each(${sql.placeholder("keyIds")}) as asked`)
      // A cross join is made in the order written: from the keys to their rows.
      .crossJoin(table)
      .where(
        and(
          eq(table.keyId, sql`asked.value`),
          gte(table.start, start),
          lt(table.start, sql.placeholder("end")),
        ),
      )
      .groupBy(sql`1`, sql`2`)
      .prepare()
  );
}

/** Sums of some thousand counts up to 2^53 do not fit into 64 bits, so they are made as doubles. */
function sumOf(column: SQLiteColumn) {
  return sql<number>`min(total(${column}), ${sql.raw(String(countMax))})`;
}
