import { and, asc, eq, gt, gte, inArray, lt, max, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { GuardMinute } from "../../../core/guards/guard-minute.ts";
import {
  lateStatements,
  placeholders,
} from "../../../storage/sqlite/database/prepared-statements.ts";
import { packGuardMinute, unpackGuardMinute } from "../counting/packed-guard-minute.ts";
import { guardMinutes } from "./telemetry-schema.ts";

const rowsPerStep = 2_000;

/** The minutes of guards in telemetry.db. */
export class GuardMinuteTable {
  readonly #statements: ReturnType<typeof prepare>;

  constructor(database: BunSQLiteDatabase) {
    this.#statements = prepare(database);
  }

  read(rolloutId: number, guard: string, from: number, to: number): readonly GuardMinute[] {
    return this.#statements.read
      .all({ rolloutId, guard, from, to })
      .map(({ minute, counts }) => unpackGuardMinute(minute, counts));
  }

  /** In a transaction. */
  save(rolloutId: number, guard: string, counted: GuardMinute): void {
    const { minute } = counted;
    this.#statements.save.run({ rolloutId, guard, minute, counts: packGuardMinute(counted) });
  }

  /** Removes rollouts whose latest minute is before `until`, in steps. */
  *prune(until: number): Generator<void, void, void> {
    const statements = this.#statements;
    for (let after = 0; ; ) {
      const { rolloutId, latest } = statements.nextRollout.get({ after }) ?? {};
      if (rolloutId === undefined) {
        return;
      }
      after = rolloutId;
      if ((latest ?? 0) < until) {
        while (statements.removeSome.all({ rolloutId }).length > 0) {
          yield;
        }
      }
      yield;
    }
  }
}

function prepare(database: BunSQLiteDatabase) {
  const { rolloutId, guard, minute, counts, from, to, after } = placeholders(
    "rolloutId",
    "guard",
    "minute",
    "counts",
    "from",
    "to",
    "after",
  );
  const table = guardMinutes;
  return lateStatements({
    read: () =>
      database
        .select({ minute: table.minute, counts: table.counts })
        .from(table)
        .where(
          and(
            eq(table.rolloutId, rolloutId),
            eq(table.guard, guard),
            gte(table.minute, from),
            lt(table.minute, to),
          ),
        )
        .orderBy(asc(table.minute))
        .prepare(),
    save: () =>
      database
        .insert(table)
        .values({ rolloutId, guard, minute, counts })
        .onConflictDoNothing()
        .prepare(),
    nextRollout: () =>
      database
        .select({ rolloutId: table.rolloutId, latest: max(table.minute) })
        .from(table)
        .where(gt(table.rolloutId, after))
        .groupBy(table.rolloutId)
        .orderBy(asc(table.rolloutId))
        .limit(1)
        .prepare(),
    removeSome: () =>
      database
        .delete(table)
        .where(
          inArray(
            sql`rowid`,
            sql`(select rowid from ${table} where ${eq(table.rolloutId, rolloutId)} limit ${sql.raw(String(rowsPerStep))})`,
          ),
        )
        .returning({ minute: table.minute })
        .prepare(),
  });
}
