import { type SQL, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { countMax } from "../../messages/counts.ts";
import { floorTo, minutesPerDay, minutesPerHour } from "../../messages/minutes.ts";
import type { Horizons } from "../counting/retention-windows.ts";
import type { CountRow } from "./pending-counts.ts";
import { days, hours, minutes } from "./telemetry-schema.ts";

type CountsTable = typeof minutes | typeof hours | typeof days;

/**
 * Adds rows to the tables: recent minutes as such, older ones straight into the hour or day that
 * compaction would move them to, so that no sender can fill the table of minutes with the past.
 * Returns how many counts stand at 2^53-1 after.
 */
export function prepareCountWrites(database: BunSQLiteDatabase) {
  const writeMinutes = prepareWrite(database, minutes);
  const writeHours = prepareWrite(database, hours);
  const writeDays = prepareWrite(database, days);

  return (rows: Iterable<CountRow>, { minutesFrom, hoursFrom }: Horizons): number => {
    const ofMinutes: CountRow[] = [];
    const ofHours: CountRow[] = [];
    const ofDays: CountRow[] = [];
    for (const row of rows) {
      const [keyId, minute, enabled, disabled] = row;
      if (minute >= minutesFrom) {
        ofMinutes.push(row);
      } else if (minute >= hoursFrom) {
        ofHours.push([keyId, floorTo(minute, minutesPerHour), enabled, disabled]);
      } else {
        ofDays.push([keyId, floorTo(minute, minutesPerDay), enabled, disabled]);
      }
    }
    return writeMinutes(ofMinutes) + writeHours(ofHours) + writeDays(ofDays);
  };
}

function prepareWrite(database: BunSQLiteDatabase, table: CountsTable) {
  const write = database
    .insert(table)
    .select(
      // `where true` keeps SQLite from reading `on conflict` as a join's condition.
      sql`select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(${sql.placeholder("rows")}) where true`,
    )
    .onConflictDoUpdate(addition(table))
    .returning({ clamped: clampedOf(table) })
    .prepare();
  return (rows: readonly CountRow[]): number =>
    rows.length === 0 ? 0 : sumOfClamped(write.all({ rows: JSON.stringify(rows) }));
}

/** The upsert that adds counts to those which are there, up to 2^53-1. */
export function addition(table: CountsTable) {
  return {
    target: [table.keyId, table.start],
    set: { enabled: sumUpTo(table.enabled), disabled: sumUpTo(table.disabled) },
  };
}

function sumUpTo(column: SQLiteColumn): SQL {
  return sql`min(${column} + ${sql.raw(`excluded."${column.name}"`)}, ${sql.raw(String(countMax))})`;
}

export function clampedOf({ enabled, disabled }: CountsTable): SQL<number> {
  const max = sql.raw(String(countMax));
  return sql<number>`(${enabled} = ${max}) + (${disabled} = ${max})`;
}

export function sumOfClamped(rows: readonly { readonly clamped: number }[]): number {
  return rows.reduce((sum, { clamped }) => sum + clamped, 0);
}
