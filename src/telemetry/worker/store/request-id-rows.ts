import { and, asc, eq, gt, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { lazily } from "../../../core/memo/lazily.ts";
import { columnRows } from "../../../storage/sqlite/database/prepared-statements.ts";
import type { SubmissionId } from "../port/telemetry-store.ts";
import { requestIds } from "./telemetry-schema.ts";

/** Bounds the memory of a page. */
const rowsPerPage = 10_000;
/** Rows that one removal by age examines; there are more removals than submissions need. */
const expiredAtOnce = 2_000;

/** An environment, and the 16 bytes of a UUID. */
export type StoredId = readonly [environmentId: number, requestId: Uint8Array];

export type RequestIdRows = ReturnType<typeof prepareRequestIdRows>;

/** Statements for the table of request ids, whose rows are in the order of counting. */
export function prepareRequestIdRows(database: BunSQLiteDatabase) {
  const { id, environmentId, requestId, countedAt } = requestIds;
  const removed = { environmentId, requestId };
  const read = lazily(() =>
    database
      .select({ ...removed, id, countedAt })
      .from(requestIds)
      .where(gt(id, sql.placeholder("after")))
      .orderBy(asc(id))
      .limit(rowsPerPage)
      .prepare(),
  );
  const oldestOf = (condition: SQL | undefined, limit: SQL) =>
    sql`(select ${id} from ${requestIds} where ${condition} order by ${id} limit ${limit})`;
  const insert = lazily(() =>
    database
      .insert(requestIds)
      .select(
        sql`select null, value ->> 0, unhex(value ->> 1, '-'), ${sql.placeholder("countedAt")} from json_each(${sql.placeholder("ids")})`,
      )
      .prepare(),
  );
  const removeOldest = lazily(() =>
    database
      .delete(requestIds)
      .where(
        inArray(
          id,
          oldestOf(
            eq(environmentId, sql.placeholder("environmentId")),
            sql`${sql.placeholder("count")}`,
          ),
        ),
      )
      .returning(removed)
      .prepare(),
  );
  const removeBefore = lazily(() =>
    database
      .delete(requestIds)
      .where(
        and(
          inArray(id, oldestOf(sql`true`, sql.raw(String(expiredAtOnce)))),
          lt(countedAt, sql.placeholder("before")),
        ),
      )
      .returning(removed)
      .prepare(),
  );
  return {
    /** All rows by pages, each with the last time that one of its ids was counted. */
    *pages() {
      for (let after = 0, count = rowsPerPage; count === rowsPerPage; ) {
        const rows = columnRows<readonly [...StoredId, number, number]>(read.get(), { after });
        const last = rows.at(-1);
        after = last?.[2] ?? after;
        count = rows.length;
        yield { ids: rows, countedAt: last?.[3] ?? 0 };
      }
    },
    insert(ids: readonly SubmissionId[], at: number): void {
      const values = ids.map((counted) => [counted.environmentId, counted.requestId]);
      insert.get().run({ ids: JSON.stringify(values), countedAt: at });
    },
    /** Removes the oldest ids of an environment, and returns them. */
    removeOldest(environment: number, count: number): readonly StoredId[] {
      return columnRows(removeOldest.get(), { environmentId: environment, count });
    },
    /** Removes some of the ids that were counted before a time, and returns them. */
    removeBefore(before: number): readonly StoredId[] {
      return columnRows(removeBefore.get(), { before });
    },
  };
}
