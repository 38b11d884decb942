import { and, eq, gte, lt, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { BucketSeries } from "../../messages/bucket-series.ts";
import { cappedSum, countMax, type EvaluationCounts } from "../../messages/counts.ts";
import type { PendingCounts } from "./pending-counts.ts";
import { days, hours, minutes } from "./telemetry-schema.ts";

/** A key's counts by bucket index in a series; buckets without counts are missing. */
export type KeyCounts = ReadonlyMap<number, EvaluationCounts>;

/**
 * Returns a function that reads the counts of some keys, including pending ones. It reads one range
 * of rows in each table for each key, so its time does not depend on the size of the tables.
 */
export function prepareCountReads(database: BunSQLiteDatabase) {
  const reads = [minutes, hours, days].map((table) => prepareRead(database, table));
  return (
    keyIds: readonly number[],
    series: BucketSeries,
    pending: PendingCounts,
  ): ReadonlyMap<number, KeyCounts> => {
    const sums = new SummedCounts();
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
      for (const [minute, counts] of pending.countsOf(keyId) ?? []) {
        const bucket = Math.floor((minute - start) / sizeMinutes);
        if (bucket >= 0 && bucket < bucketCount) {
          sums.add(keyId, bucket, counts);
        }
      }
    }
    return sums.byKey;
  };
}

class SummedCounts {
  readonly byKey = new Map<number, Map<number, EvaluationCounts>>();

  add(keyId: number, bucket: number, more: EvaluationCounts): void {
    const byBucket = this.byKey.get(keyId) ?? new Map<number, EvaluationCounts>();
    this.byKey.set(keyId, byBucket);
    const before = byBucket.get(bucket);
    byBucket.set(bucket, {
      enabled: cappedSum(before?.enabled ?? 0, more.enabled),
      disabled: cappedSum(before?.disabled ?? 0, more.disabled),
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
      .from(sql`json_each(${sql.placeholder("keyIds")}) as requested`)
      // SQLite executes a cross join in the order written: for each key it finds the rows.
      .crossJoin(table)
      .where(
        and(
          eq(table.keyId, sql`requested.value`),
          gte(table.start, start),
          lt(table.start, sql.placeholder("end")),
        ),
      )
      .groupBy(sql`1`, sql`2`)
      .prepare()
  );
}

/** Sums of over a thousand counts up to 2^53 may not fit into 64 bits, so they are doubles. */
function sumOf(column: SQLiteColumn) {
  return sql<number>`min(total(${column}), ${sql.raw(String(countMax))})`;
}
