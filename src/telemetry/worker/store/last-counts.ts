import { eq, max, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { lazily } from "../../../core/memo/lazily.ts";
import { minutesPerDay } from "../../messages/minutes.ts";
import type { PendingCounts } from "./pending-counts.ts";
import { days, hours, minutes, pastDays } from "./telemetry-schema.ts";

/**
 * Returns a function that reads the start of the latest bucket of each key, including pending
 * counts: a minute, or for older counts the first minute of an hour or a day. Keys without counts
 * are missing.
 */
export function prepareLastCounts(database: BunSQLiteDatabase) {
  const newestDay = sql`${pastDays.lastDay} * ${sql.raw(String(minutesPerDay))}`;
  const reads = lazily(() =>
    [
      ...[minutes, hours, days].map((table) => ({ table, newest: max(table.start) })),
      { table: pastDays, newest: sql<number | null>`max(${newestDay})` },
    ].map(({ table, newest }) =>
      database
        .select({ keyId: table.keyId, last: newest })
        .from(sql`json_each(${sql.placeholder("keyIds")}) as requested`)
        // SQLite executes a cross join in the order written: for each key it finds the rows.
        .crossJoin(table)
        .where(eq(table.keyId, sql`requested.value`))
        .groupBy(table.keyId)
        .prepare(),
    ),
  );
  return (keyIds: readonly number[], pending: PendingCounts): ReadonlyMap<number, number> => {
    const newest = new Map<number, number>();
    const see = (keyId: number, minute: number) =>
      newest.set(keyId, Math.max(newest.get(keyId) ?? minute, minute));
    for (const read of reads.get()) {
      for (const { keyId, last } of read.all({ keyIds: JSON.stringify(keyIds) })) {
        if (last !== null) {
          see(keyId, last);
        }
      }
    }
    for (const keyId of keyIds) {
      for (const minute of pending.countsOf(keyId)?.keys() ?? []) {
        see(keyId, minute);
      }
    }
    return newest;
  };
}
