import { type SQL, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { lazily } from "../../../core/memo/lazily.ts";
import { countMax } from "../../messages/counts.ts";
import { floorTo, minutesPerDay, minutesPerHour } from "../../messages/minutes.ts";
import type { RollupBoundaries } from "../counting/retention-windows.ts";
import type { CountRow } from "./pending-counts.ts";
import { days, hours, minutes } from "./telemetry-schema.ts";

type CountsTable = typeof minutes | typeof hours | typeof days;

/**
 * Returns a function that adds rows to the count tables. Recent minutes stay minutes; older ones go
 * directly to the hour or day of a rollup, so that no client can fill the minutes table with old
 * times. It returns how many counts were at 2^53-1 afterwards.
 */
export function prepareCountWrites(database: BunSQLiteDatabase) {
  const writeMinutes = prepareWrite(database, minutes);
  const writeHours = prepareWrite(database, hours);
  const writeDays = prepareWrite(database, days);

  return (rows: Iterable<CountRow>, { minutesFrom, hoursFrom }: RollupBoundaries): number => {
    const minuteRows: CountRow[] = [];
    const hourRows: CountRow[] = [];
    const dayRows: CountRow[] = [];
    for (const row of rows) {
      const [keyId, minute, enabled, disabled] = row;
      if (minute >= minutesFrom) {
        minuteRows.push(row);
      } else if (minute >= hoursFrom) {
        hourRows.push([keyId, floorTo(minute, minutesPerHour), enabled, disabled]);
      } else {
        dayRows.push([keyId, floorTo(minute, minutesPerDay), enabled, disabled]);
      }
    }
    return writeMinutes(minuteRows) + writeHours(hourRows) + writeDays(dayRows);
  };
}

/** Returns a function that adds rows to a table. It returns how many counts were at 2^53-1 afterwards. */
export function prepareWrite(database: BunSQLiteDatabase, table: CountsTable) {
  const write = lazily(() =>
    database
      .insert(table)
      .select(
        // Without `where true` SQLite parses `on conflict` as the condition of a join.
        sql`select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(${sql.placeholder("rows")}) where true`,
      )
      .onConflictDoUpdate(addOnConflict(table))
      .returning({ clamped: clampedOf(table) })
      .prepare(),
  );
  return (rows: readonly CountRow[]): number =>
    rows.length === 0 ? 0 : sumOfClamped(write.get().all({ rows: JSON.stringify(rows) }));
}

/** The upsert that adds counts to existing ones, up to 2^53-1. */
export function addOnConflict(table: CountsTable) {
  return {
    target: [table.keyId, table.start],
    set: { enabled: cappedSumOf(table.enabled), disabled: cappedSumOf(table.disabled) },
  };
}

function cappedSumOf(column: SQLiteColumn): SQL {
  return sql`min(${column} + ${sql.raw(`excluded."${column.name}"`)}, ${sql.raw(String(countMax))})`;
}

/** How many of a row's two counts are at 2^53-1. */
export function clampedOf({ enabled, disabled }: CountsTable): SQL<number> {
  const max = sql.raw(String(countMax));
  return sql<number>`(${enabled} = ${max}) + (${disabled} = ${max})`;
}

export function sumOfClamped(rows: readonly { readonly clamped: number }[]): number {
  return rows.reduce((sum, { clamped }) => sum + clamped, 0);
}
