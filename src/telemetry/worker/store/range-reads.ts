import { and, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { lazily } from "../../../core/memo/lazily.ts";
import { countMax } from "../../messages/counts.ts";
import type { days, hours, minutes } from "./telemetry-schema.ts";

/** From the first to before the second minute. */
export interface MinuteRange {
  readonly start: number;
  readonly end: number;
}

/** Called with the counts of a key in a bucket, which starts at a minute. */
export type SeeCounts = (keyId: number, minute: number, enabled: number, disabled: number) => void;

/** Reads the rows of some keys, a JSON list of ids, that start in a range. */
export type RangeRead = (keyIds: string, range: MinuteRange, see: SeeCounts) => void;

/** Reads single rows: a key has few. As lists they take half the time of objects. */
export function prepareRowRead(
  database: BunSQLiteDatabase,
  table: typeof minutes | typeof hours | typeof days,
): RangeRead {
  const read = lazily(() =>
    database
      .select({
        keyId: table.keyId,
        start: table.start,
        enabled: table.enabled,
        disabled: table.disabled,
      })
      .from(table)
      .where(inRange(table))
      .prepare(),
  );
  return (keyIds, range, see) => {
    for (const row of read.get().values({ keyIds, ...range })) {
      const [keyId = 0, start = 0, enabled = 0, disabled = 0]: readonly number[] = row;
      see(keyId, start, enabled, disabled);
    }
  };
}

/** Sums up the rows of one bucket, which SQLite does without a sorted copy of them. */
export function prepareSumRead(
  database: BunSQLiteDatabase,
  table: typeof minutes | typeof hours,
): RangeRead {
  const read = lazily(() =>
    database
      .select({
        keyId: table.keyId,
        enabled: sumOf(table.enabled),
        disabled: sumOf(table.disabled),
      })
      .from(table)
      .where(inRange(table))
      .groupBy(table.keyId)
      .prepare(),
  );
  return (keyIds, range, see) => {
    for (const row of read.get().values({ keyIds, ...range })) {
      const [keyId = 0, enabled = 0, disabled = 0]: readonly number[] = row;
      see(keyId, range.start, enabled, disabled);
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

/** The statement has a JSON list of ids as `keyIds`. */
export function isRequested(keyId: SQLiteColumn): SQL {
  return inArray(keyId, sql`(select value from json_each(${sql.placeholder("keyIds")}))`);
}

/** Sums of over a thousand counts up to 2^53 may not fit into 64 bits, so they are doubles. */
function sumOf(column: SQLiteColumn) {
  return sql<number>`min(total(${column}), ${sql.raw(String(countMax))})`;
}
