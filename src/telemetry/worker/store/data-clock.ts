import { sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { type Lazy, lazily } from "../../../core/memo/lazily.ts";
import { dayMs, minuteMs } from "../../../core/time-units.ts";
import { excludedValues } from "../../../storage/sqlite/database/prepared-statements.ts";
import { clock } from "./telemetry-schema.ts";

const onlyRow = 1;

/**
 * Knows the latest data that was ever counted, and when the server last ran, also across restarts.
 * Data is deleted or rolled up by age only if it is old by both the clock and the latest data. So a
 * clock that is months ahead deletes nothing.
 */
export class DataClock {
  readonly #write: Lazy<ReturnType<typeof prepareWrite>>;
  /** The minute of the latest counts; null if there were none. */
  #newestMinute: number | null;
  /** The last time of the clock, in milliseconds; null if the database is new. */
  #seenAt: number | null;

  constructor(database: BunSQLiteDatabase) {
    this.#write = lazily(() => prepareWrite(database));
    const row = database.select().from(clock).get();
    this.#newestMinute = row?.newestMinute ?? null;
    this.#seenAt = row?.seenAt ?? null;
  }

  /** Returns how many milliseconds the clock has jumped since the last call; 0 up to a day. */
  see(nowMs: number): number {
    const jumpMs = nowMs - (this.#seenAt ?? nowMs);
    this.#seenAt = nowMs;
    return Math.abs(jumpMs) > dayMs ? jumpMs : 0;
  }

  /** Must be called with the minutes of all metrics that were not too old or too far ahead. */
  seeMinute(minute: number): void {
    this.#newestMinute = Math.max(this.#newestMinute ?? minute, minute);
  }

  /** The time that measures the age of counts, in milliseconds. */
  dataTime(nowMs: number): number {
    return this.#newestMinute === null
      ? nowMs
      : Math.min(nowMs, (this.#newestMinute + 1) * minuteMs);
  }

  /** Stores both times. */
  write(): void {
    if (this.#seenAt !== null) {
      this.#write.get().run({ newestMinute: this.#newestMinute, seenAt: this.#seenAt });
    }
  }
}

function prepareWrite(database: BunSQLiteDatabase) {
  return database
    .insert(clock)
    .values({
      id: onlyRow,
      newestMinute: sql.placeholder("newestMinute"),
      seenAt: sql.placeholder("seenAt"),
    })
    .onConflictDoUpdate({
      target: clock.id,
      set: excludedValues(clock, "newestMinute", "seenAt"),
    })
    .prepare();
}
