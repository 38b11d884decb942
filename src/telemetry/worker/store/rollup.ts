import { type SQL, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { countMax } from "../../messages/counts.ts";
import { minutesPerDay, minutesPerHour } from "../../messages/minutes.ts";
import { addition, clampedOf, sumOfClamped } from "./count-writes.ts";
import { days, hours, minutes } from "./telemetry-schema.ts";

/** Rows that one step looks at: a few milliseconds of work. */
const rowsPerStep = 2_000;

/** Where a walk through a table stands: after this row. Null at the end. */
export interface Place {
  readonly keyId: number;
  readonly start: number;
}

export const beginning: Place = { keyId: -1, start: -1 };

/** Moves what starts before `until` from the rows after a place; says where the next step begins. */
export type RollupStep = (
  from: Place,
  until: number,
) => { readonly next: Place | null; readonly clamped: number };

export function prepareRollups(database: BunSQLiteDatabase) {
  return {
    minutesIntoHours: prepareRollup(database, minutes, hours, minutesPerHour),
    hoursIntoDays: prepareRollup(database, hours, days, minutesPerDay),
  };
}

/**
 * A walk in key order through a table that holds little: what is recent, and what is to be moved.
 * Each step is one transaction that adds to the coarser table what it takes from the finer, so a
 * process killed anywhere has lost and doubled nothing, and the next walk goes on with what is left.
 */
function prepareRollup(
  database: BunSQLiteDatabase,
  fine: typeof minutes | typeof hours,
  coarse: typeof hours | typeof days,
  sizeMinutes: number,
): RollupStep {
  const from = sql`(${sql.placeholder("fromKey")}, ${sql.placeholder("fromStart")})`;
  const to = sql`(${sql.placeholder("toKey")}, ${sql.placeholder("toStart")})`;
  const row = sql`(${fine.keyId}, ${fine.start})`;
  const last = database
    .select({ keyId: fine.keyId, start: fine.start })
    .from(fine)
    .where(sql`${row} > ${from}`)
    .orderBy(fine.keyId, fine.start)
    .limit(1)
    .offset(rowsPerStep - 1)
    .prepare();
  const moved: SQL = sql`${row} > ${from} and ${row} <= ${to} and ${fine.start} < ${sql.placeholder("until")}`;
  const bucket = sql`${fine.start} - ${fine.start} % ${sql.raw(String(sizeMinutes))}`;
  const move = database
    .insert(coarse)
    .select(
      sql`select ${fine.keyId}, ${bucket}, ${sumOf("enabled")}, ${sumOf("disabled")} from ${fine} where ${moved} group by 1, 2`,
    )
    .onConflictDoUpdate(addition(coarse))
    .returning({ clamped: clampedOf(coarse) })
    .prepare();
  const remove = database.delete(fine).where(moved).prepare();

  return (place, until) =>
    database.transaction(
      () => {
        const found = last.get({ fromKey: place.keyId, fromStart: place.start });
        const end = found ?? theEnd;
        const range = {
          fromKey: place.keyId,
          fromStart: place.start,
          toKey: end.keyId,
          toStart: end.start,
          until,
        };
        const clamped = sumOfClamped(move.all(range));
        remove.run(range);
        return { next: found ?? null, clamped };
      },
      { behavior: "immediate" },
    );
}

const theEnd: Place = { keyId: Number.MAX_SAFE_INTEGER, start: Number.MAX_SAFE_INTEGER };

/** At most 60 counts up to 2^53 each: their sum is exact in SQLite's 64 bits. */
function sumOf(column: "enabled" | "disabled"): SQL {
  return sql.raw(`min(sum("${column}"), ${countMax})`);
}
