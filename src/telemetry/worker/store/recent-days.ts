import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { cappedSum } from "../../messages/counts.ts";
import { floorTo, minutesPerDay } from "../../messages/minutes.ts";
import type { CountRow } from "./pending-counts.ts";
import { prepareRowRead, prepareSumRead, type SeeCounts } from "./range-reads.ts";
import { hours, minutes } from "./telemetry-schema.ts";

/** Bounds the memory to about 30 MiB. */
const keysMax = 100_000;
const numbersPerDay = 3;

/** For each day its first minute, the enabled and the disabled evaluations. */
type DaySums = number[];

/**
 * Caches the daily sums of each key's minutes and hours. A busy key has more than a hundred such
 * rows, and a summary of days needs only two numbers. Each flush is added. When hours become days,
 * or a key's rows are removed, sums are dropped and read again.
 */
export class RecentDays {
  readonly #reads: ReturnType<typeof prepareReads>;
  readonly #keysMax: number;
  readonly #byKey = new Map<number, DaySums>();

  constructor(database: BunSQLiteDatabase, max = keysMax) {
    this.#reads = prepareReads(database);
    this.#keysMax = max;
  }

  /** Reads the sums of some keys; `today` is the first minute of the day with most rows. */
  read(keyIds: readonly number[], today: number, see: SeeCounts): void {
    const missing = this.#missing(keyIds);
    if (missing.length > 0) {
      for (const [keyId, sums] of this.#stored(missing, today)) {
        this.#byKey.set(keyId, sums);
      }
    }
    for (const keyId of keyIds) {
      const sums = this.#byKey.get(keyId) ?? [];
      for (let at = 0; at < sums.length; at += numbersPerDay) {
        see(keyId, sums[at] ?? 0, sums[at + 1] ?? 0, sums[at + 2] ?? 0);
      }
    }
  }

  /** Must be called with the rows that were added to minutes and hours, after their commit. */
  add(rows: Iterable<CountRow>): void {
    for (const [keyId, minute, enabled, disabled] of rows) {
      const sums = this.#byKey.get(keyId);
      if (sums !== undefined) {
        addTo(sums, minute, enabled, disabled);
      }
    }
  }

  /** Must be called when hours of any key become days. Minutes may become hours of the same day. */
  forget(): void {
    this.#byKey.clear();
  }

  /** Must be called when rows of a key are removed. */
  forgetKey(keyId: number): void {
    this.#byKey.delete(keyId);
  }

  /** The keys to read, up to the limit. */
  #missing(keyIds: readonly number[]): readonly number[] {
    const missing = keyIds.filter((keyId) => !this.#byKey.has(keyId));
    if (this.#byKey.size + missing.length <= this.#keysMax) {
      return missing;
    }
    this.forget();
    return keyIds;
  }

  #stored(keyIds: readonly number[], today: number): ReadonlyMap<number, DaySums> {
    const stored = new Map(keyIds.map((keyId): [number, DaySums] => [keyId, []]));
    const ids = JSON.stringify(keyIds);
    const see: SeeCounts = (keyId, minute, enabled, disabled) => {
      const sums = stored.get(keyId);
      if (sums !== undefined) {
        addTo(sums, minute, enabled, disabled);
      }
    };
    const yesterday = today - minutesPerDay;
    const tomorrow = today + minutesPerDay;
    for (const { readRows, readSum } of this.#reads) {
      readRows(ids, { start: 0, end: yesterday }, see);
      readSum(ids, { start: yesterday, end: today }, see);
      readSum(ids, { start: today, end: tomorrow }, see);
      readRows(ids, { start: tomorrow, end: Number.MAX_SAFE_INTEGER }, see);
    }
    return stored;
  }
}

function prepareReads(database: BunSQLiteDatabase) {
  return [minutes, hours].map((table) => ({
    readRows: prepareRowRead(database, table),
    readSum: prepareSumRead(database, table),
  }));
}

function addTo(sums: DaySums, minute: number, enabled: number, disabled: number): void {
  const day = floorTo(minute, minutesPerDay);
  for (let at = 0; at < sums.length; at += numbersPerDay) {
    if (sums[at] === day) {
      sums[at + 1] = cappedSum(sums[at + 1] ?? 0, enabled);
      sums[at + 2] = cappedSum(sums[at + 2] ?? 0, disabled);
      return;
    }
  }
  sums.push(day, enabled, disabled);
}
