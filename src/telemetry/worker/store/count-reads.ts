import { and, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { BucketSeries } from "../../messages/bucket-series.ts";
import { cappedSum, countMax } from "../../messages/counts.ts";
import { minutesPerDay } from "../../messages/minutes.ts";
import type { KeyCounts } from "../port/telemetry-store.ts";
import { eachPackedDay } from "./packed-days.ts";
import type { PendingCounts } from "./pending-counts.ts";
import { days, hours, minutes, pastDays } from "./telemetry-schema.ts";

/** The last buckets of a series, which have most of the rows of minutes and hours. */
const recentBuckets = 2;

/**
 * Returns a function that reads the counts of some keys, including pending ones; keys without counts
 * are missing. It reads one range of rows in each table for each key, so its time does not depend on
 * the size of the tables.
 */
export function prepareCountReads(database: BunSQLiteDatabase) {
  const readPast = preparePastRead(database);
  const readDays = prepareRead(database, days);
  const fine = [minutes, hours].map((table) => ({
    readRange: prepareRead(database, table),
    readBucket: prepareBucketRead(database, table),
  }));
  return (
    keyIds: readonly number[],
    series: BucketSeries,
    pending: PendingCounts,
  ): ReadonlyMap<number, KeyCounts> => {
    const sums = new SummedCounts(series, keyIds.length);
    const { start, sizeMinutes, bucketCount } = series;
    const ids = JSON.stringify(keyIds);
    const end = start + bucketCount * sizeMinutes;
    const recent = Math.max(start, end - recentBuckets * sizeMinutes);
    readPast(ids, start, sums);
    readDays(ids, { start, end }, sums);
    for (const { readRange, readBucket } of fine) {
      readRange(ids, { start, end: recent }, sums);
      for (let bucket = recent; bucket < end; bucket += sizeMinutes) {
        readBucket(ids, { start: bucket, end: bucket + sizeMinutes }, sums);
      }
    }
    for (const keyId of keyIds) {
      for (const [minute, { enabled, disabled }] of pending.countsOf(keyId) ?? []) {
        sums.add(keyId, minute, enabled, disabled);
      }
    }
    return sums.byKey;
  };
}

/** From the first to before the second minute. */
interface MinuteRange {
  readonly start: number;
  readonly end: number;
}

type ReadInto = (keyIds: string, range: MinuteRange, sums: SummedCounts) => void;

class SummedCounts {
  readonly byKey = new Map<number, KeyCounts>();
  readonly series: BucketSeries;
  /** Memory for the counts of all keys, as many small pieces take longer. */
  readonly #memory: ArrayBuffer;

  constructor(series: BucketSeries, keyCount: number) {
    this.series = series;
    const countsOfKey = 2 * series.bucketCount;
    this.#memory = new ArrayBuffer(keyCount * countsOfKey * Float64Array.BYTES_PER_ELEMENT);
  }

  /** Of a key that has counts. */
  of(keyId: number): KeyCounts {
    let counts = this.byKey.get(keyId);
    if (counts === undefined) {
      const { bucketCount } = this.series;
      const length = bucketCount * Float64Array.BYTES_PER_ELEMENT;
      const at = 2 * length * this.byKey.size;
      counts = {
        enabled: new Float64Array(this.#memory, at, bucketCount),
        disabled: new Float64Array(this.#memory, at + length, bucketCount),
      };
      this.byKey.set(keyId, counts);
    }
    return counts;
  }

  /** Counts outside of the series are left out. */
  add(keyId: number, minute: number, enabled: number, disabled: number): void {
    const { start, sizeMinutes, bucketCount } = this.series;
    const bucket = Math.floor((minute - start) / sizeMinutes);
    if (bucket >= 0 && bucket < bucketCount) {
      addAt(this.of(keyId), bucket, enabled, disabled);
    }
  }
}

function addAt(counts: KeyCounts, bucket: number, enabled: number, disabled: number): void {
  counts.enabled[bucket] = cappedSum(counts.enabled[bucket] ?? 0, enabled);
  counts.disabled[bucket] = cappedSum(counts.disabled[bucket] ?? 0, disabled);
}

/** Reads rows as they are: a key has few. As lists they take half the time of objects. */
function prepareRead(
  database: BunSQLiteDatabase,
  table: typeof minutes | typeof hours | typeof days,
): ReadInto {
  const read = database
    .select({
      keyId: table.keyId,
      start: table.start,
      enabled: table.enabled,
      disabled: table.disabled,
    })
    .from(table)
    .where(inRange(table))
    .prepare();
  return (keyIds, range, sums) => {
    for (const row of read.values({ keyIds, ...range })) {
      const [keyId = 0, start = 0, enabled = 0, disabled = 0]: readonly number[] = row;
      sums.add(keyId, start, enabled, disabled);
    }
  };
}

/** Sums up the rows of one bucket, which SQLite does without a sorted copy of them. */
function prepareBucketRead(
  database: BunSQLiteDatabase,
  table: typeof minutes | typeof hours,
): ReadInto {
  const read = database
    .select({ keyId: table.keyId, enabled: sumOf(table.enabled), disabled: sumOf(table.disabled) })
    .from(table)
    .where(inRange(table))
    .groupBy(table.keyId)
    .prepare();
  return (keyIds, range, sums) => {
    for (const row of read.values({ keyIds, ...range })) {
      const [keyId = 0, enabled = 0, disabled = 0]: readonly number[] = row;
      sums.add(keyId, range.start, enabled, disabled);
    }
  };
}

function preparePastRead(database: BunSQLiteDatabase) {
  const read = database
    .select({ keyId: pastDays.keyId, firstDay: pastDays.firstDay, counts: pastDays.counts })
    .from(pastDays)
    .where(and(isRequested(pastDays.keyId), gte(pastDays.lastDay, sql.placeholder("startDay"))))
    .prepare();
  return (keyIds: string, start: number, sums: SummedCounts): void => {
    const startDay = Math.floor(start / minutesPerDay);
    for (const { keyId, firstDay, counts } of read.all({ keyIds, startDay })) {
      eachPackedDay(firstDay, counts, (day, enabled, disabled) =>
        sums.add(keyId, day * minutesPerDay, enabled, disabled),
      );
    }
  };
}

function inRange(table: typeof minutes | typeof hours | typeof days): SQL | undefined {
  return and(
    isRequested(table.keyId),
    gte(table.start, sql.placeholder("start")),
    lt(table.start, sql.placeholder("end")),
  );
}

function isRequested(keyId: SQLiteColumn): SQL {
  return inArray(keyId, sql`(select value from json_each(${sql.placeholder("keyIds")}))`);
}

/** Sums of over a thousand counts up to 2^53 may not fit into 64 bits, so they are doubles. */
function sumOf(column: SQLiteColumn) {
  return sql<number>`min(total(${column}), ${sql.raw(String(countMax))})`;
}
