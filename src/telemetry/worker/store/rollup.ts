import { type SQL, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { lazily } from "../../../core/memo/lazily.ts";
import { countMax } from "../../messages/counts.ts";
import { minutesPerDay, minutesPerHour } from "../../messages/minutes.ts";
import { addOnConflict, clampedOf, sumOfClamped } from "./count-writes.ts";
import type { RecentDays } from "./recent-days.ts";
import { days, hours, minutes } from "./telemetry-schema.ts";

/** Rows that one step examines, which takes a few milliseconds. */
const rowsPerStep = 2_000;

/** The primary key of the last row that a step has examined. */
export interface RollupPosition {
  readonly keyId: number;
  readonly start: number;
}

/** The position before the first row. */
export const rollupStart: RollupPosition = { keyId: -1, start: -1 };

/**
 * Moves buckets that start before `until` from the rows after a position. Returns the position for
 * the next step, null at the end of the table, and how many counts were at 2^53-1 afterwards.
 */
export type RollupStep = (
  from: RollupPosition,
  until: number,
) => { readonly next: RollupPosition | null; readonly clamped: number };

export interface Rollups {
  readonly minutesIntoHours: RollupStep;
  readonly hoursIntoDays: RollupStep;
}

export function prepareRollups(database: BunSQLiteDatabase, recentDays: RecentDays): Rollups {
  const hoursIntoDays = prepareRollup(database, hours, days, minutesPerDay);
  return {
    minutesIntoHours: prepareRollup(database, minutes, hours, minutesPerHour),
    hoursIntoDays(from, until) {
      const step = hoursIntoDays(from, until);
      if (step.movedBuckets > 0) {
        recentDays.forget();
      }
      return step;
    },
  };
}

/**
 * Scans a table in key order; the table is small, as it contains only recent rows and rows to move.
 * A step is one transaction that moves counts from the fine table to the coarse one. So a process
 * killed at any point has lost and doubled nothing, and the next run moves the rest.
 */
function prepareRollup(
  database: BunSQLiteDatabase,
  fine: typeof minutes | typeof hours,
  coarse: typeof hours | typeof days,
  sizeMinutes: number,
) {
  const from = sql`(${sql.placeholder("fromKey")}, ${sql.placeholder("fromStart")})`;
  const to = sql`(${sql.placeholder("toKey")}, ${sql.placeholder("toStart")})`;
  const row = sql`(${fine.keyId}, ${fine.start})`;
  const last = lazily(() =>
    database
      .select({ keyId: fine.keyId, start: fine.start })
      .from(fine)
      .where(sql`${row} > ${from}`)
      .orderBy(fine.keyId, fine.start)
      .limit(1)
      .offset(rowsPerStep - 1)
      .prepare(),
  );
  const moved: SQL = sql`${row} > ${from} and ${row} <= ${to} and ${fine.start} < ${sql.placeholder("until")}`;
  const bucket = sql`${fine.start} - ${fine.start} % ${sql.raw(String(sizeMinutes))}`;
  const move = lazily(() =>
    database
      .insert(coarse)
      .select(
        sql`select ${fine.keyId}, ${bucket}, ${sumOf("enabled")}, ${sumOf("disabled")} from ${fine} where ${moved} group by 1, 2`,
      )
      .onConflictDoUpdate(addOnConflict(coarse))
      .returning({ clamped: clampedOf(coarse) })
      .prepare(),
  );
  const remove = lazily(() => database.delete(fine).where(moved).prepare());

  return (position: RollupPosition, until: number) =>
    database.transaction(
      () => {
        const found = last.get().get({ fromKey: position.keyId, fromStart: position.start });
        const end = found ?? endOfTable;
        const range = {
          fromKey: position.keyId,
          fromStart: position.start,
          toKey: end.keyId,
          toStart: end.start,
          until,
        };
        const moved = move.get().all(range);
        remove.get().run(range);
        return {
          next: found ?? null,
          clamped: sumOfClamped(moved),
          movedBuckets: moved.length,
        };
      },
      { behavior: "immediate" },
    );
}

const endOfTable: RollupPosition = {
  keyId: Number.MAX_SAFE_INTEGER,
  start: Number.MAX_SAFE_INTEGER,
};

/** A sum of at most 60 counts up to 2^53, which is exact in SQLite's 64-bit integers. */
function sumOf(column: "enabled" | "disabled"): SQL {
  return sql.raw(`min(sum("${column}"), ${countMax})`);
}
