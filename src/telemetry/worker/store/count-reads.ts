import { and, gte, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { lazily } from "../../../core/memo/lazily.ts";
import type { BucketSeries } from "../../messages/bucket-series.ts";
import { cappedSum } from "../../messages/counts.ts";
import { minutesPerDay } from "../../messages/minutes.ts";
import type { KeyCounts } from "../port/telemetry-store.ts";
import { eachPackedDay } from "./packed-days.ts";
import type { PendingCounts } from "./pending-counts.ts";
import { isRequested, prepareRowRead, prepareSumRead, type SeeCounts } from "./range-reads.ts";
import type { RecentDays } from "./recent-days.ts";
import { days, hours, minutes, pastDays } from "./telemetry-schema.ts";

/** The last buckets of a series, with most of the rows of minutes and hours. */
const recentBuckets = 2;

/**
 * Returns a function that reads the counts of some keys, including pending ones; keys without counts
 * are missing. It reads one range of rows in each table for each key, so its time does not depend on
 * the size of the tables. For a series of days, `recent` remembers the sums of minutes and hours.
 */
export function prepareCountReads(database: BunSQLiteDatabase, recent: RecentDays) {
  const readPast = preparePastRead(database);
  const readDays = prepareRowRead(database, days);
  const readFine = prepareFineRead(database);
  return (
    keyIds: readonly number[],
    series: BucketSeries,
    pending: PendingCounts,
  ): ReadonlyMap<number, KeyCounts> => {
    const sums = new SummedCounts(series, keyIds.length);
    const see: SeeCounts = (keyId, minute, enabled, disabled) =>
      sums.add(keyId, minute, enabled, disabled);
    const { start, sizeMinutes, bucketCount } = series;
    const ids = JSON.stringify(keyIds);
    const end = start + bucketCount * sizeMinutes;
    readPast(ids, start, see);
    readDays(ids, { start, end }, see);
    if (sizeMinutes === minutesPerDay) {
      recent.read(keyIds, end - minutesPerDay, see);
    } else {
      readFine(ids, series, see);
    }
    for (const keyId of keyIds) {
      for (const [minute, { enabled, disabled }] of pending.countsOf(keyId) ?? []) {
        sums.add(keyId, minute, enabled, disabled);
      }
    }
    return sums.byKey;
  };
}

/** Reads minutes and hours for a series of hours. */
function prepareFineRead(database: BunSQLiteDatabase) {
  const fine = [minutes, hours].map((table) => ({
    readRange: prepareRowRead(database, table),
    readBucket: prepareSumRead(database, table),
  }));
  return (ids: string, { start, sizeMinutes, bucketCount }: BucketSeries, see: SeeCounts): void => {
    const end = start + bucketCount * sizeMinutes;
    const recent = Math.max(start, end - recentBuckets * sizeMinutes);
    for (const { readRange, readBucket } of fine) {
      readRange(ids, { start, end: recent }, see);
      for (let bucket = recent; bucket < end; bucket += sizeMinutes) {
        readBucket(ids, { start: bucket, end: bucket + sizeMinutes }, see);
      }
    }
  };
}

class SummedCounts {
  readonly byKey = new Map<number, KeyCounts>();
  readonly series: BucketSeries;
  /** Memory for the counts of all keys, as many small pieces take longer. */
  readonly #memory: ArrayBuffer;
  /** The counts of the last key: rows of a key are consecutive. */
  #last: { readonly keyId: number; readonly counts: KeyCounts } | undefined;

  constructor(series: BucketSeries, keyCount: number) {
    this.series = series;
    const countsOfKey = 2 * series.bucketCount;
    this.#memory = new ArrayBuffer(keyCount * countsOfKey * Float64Array.BYTES_PER_ELEMENT);
  }

  /** The counts of a key that has any. */
  of(keyId: number): KeyCounts {
    if (this.#last?.keyId === keyId) {
      return this.#last.counts;
    }
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
    this.#last = { keyId, counts };
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

function preparePastRead(database: BunSQLiteDatabase) {
  const read = lazily(() =>
    database
      .select({ keyId: pastDays.keyId, firstDay: pastDays.firstDay, counts: pastDays.counts })
      .from(pastDays)
      .where(and(isRequested(pastDays.keyId), gte(pastDays.lastDay, sql.placeholder("startDay"))))
      .prepare(),
  );
  return (keyIds: string, start: number, see: SeeCounts): void => {
    const startDay = Math.floor(start / minutesPerDay);
    for (const { keyId, firstDay, counts } of read.get().all({ keyIds, startDay })) {
      eachPackedDay(firstDay, counts, (day, enabled, disabled) =>
        see(keyId, day * minutesPerDay, enabled, disabled),
      );
    }
  };
}
