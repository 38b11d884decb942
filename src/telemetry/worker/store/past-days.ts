import { and, asc, eq, lt, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { lazily } from "../../../core/memo/lazily.ts";
import { cappedSum, countMax } from "../../messages/counts.ts";
import { minutesPerDay } from "../../messages/minutes.ts";
import { type DayCounts, packDays, unpackDays } from "./packed-days.ts";
import type { RollupStep } from "./rollup.ts";
import { days, pastDays } from "./telemetry-schema.ts";

/** Rows that one step moves, which takes a few milliseconds: each may belong to another key. */
const rowsPerStep = 200;

/**
 * Prepares the step that moves rows of `days` into the one row of their key. Like a step of a
 * rollup, it is one transaction, so a process killed at any point has lost and doubled nothing.
 */
export function prepareDaysIntoPast(database: BunSQLiteDatabase): RollupStep {
  const from = sql`(${sql.placeholder("fromKey")}, ${sql.placeholder("fromStart")})`;
  const to = sql`(${sql.placeholder("toKey")}, ${sql.placeholder("toStart")})`;
  const row = sql`(${days.keyId}, ${days.start})`;
  const isOld = sql`${days.start} < ${sql.placeholder("until")}`;
  const read = lazily(() =>
    database
      .select()
      .from(days)
      .where(and(sql`${row} > ${from}`, isOld))
      .orderBy(asc(days.keyId), asc(days.start))
      .limit(rowsPerStep)
      .prepare(),
  );
  const remove = lazily(() =>
    database
      .delete(days)
      .where(and(sql`${row} > ${from}`, sql`${row} <= ${to}`, isOld))
      .prepare(),
  );
  const past = preparePastDays(database);

  return (position, until) =>
    database.transaction(
      () => {
        const fromRow = { fromKey: position.keyId, fromStart: position.start, until };
        const moved = read.get().all(fromRow);
        const last = moved.at(-1);
        if (last === undefined) {
          return { next: null, clamped: 0 };
        }
        let clamped = 0;
        for (const [keyId, more] of daysByKey(moved)) {
          const merged = mergeDays(past.read(keyId), more);
          past.write(keyId, merged.days);
          clamped += merged.clamped;
        }
        remove.get().run({ ...fromRow, toKey: last.keyId, toStart: last.start });
        return { next: moved.length < rowsPerStep ? null : last, clamped };
      },
      { behavior: "immediate" },
    );
}

/**
 * Returns a function that removes the days of a key that start before a minute. Must be called in a
 * transaction.
 */
export function preparePastDayRemoval(database: BunSQLiteDatabase) {
  const past = preparePastDays(database);
  const isAffected = lazily(() =>
    database
      .select({ one: sql`1` })
      .from(pastDays)
      .where(
        and(
          eq(pastDays.keyId, sql.placeholder("keyId")),
          lt(pastDays.firstDay, sql.placeholder("untilDay")),
        ),
      )
      .prepare(),
  );
  return (keyId: number, until: number): void => {
    const untilDay = until / minutesPerDay;
    if (isAffected.get().get({ keyId, untilDay }) !== undefined) {
      past.write(
        keyId,
        past.read(keyId).filter(({ day }) => day >= untilDay),
      );
    }
  };
}

function preparePastDays(database: BunSQLiteDatabase) {
  const keyId = sql.placeholder("keyId");
  const excluded = (name: string) => sql.raw(`excluded."${name}"`);
  const read = lazily(() =>
    database.select().from(pastDays).where(eq(pastDays.keyId, keyId)).prepare(),
  );
  const remove = lazily(() => database.delete(pastDays).where(eq(pastDays.keyId, keyId)).prepare());
  const write = lazily(() =>
    database
      .insert(pastDays)
      .values({
        keyId,
        firstDay: sql.placeholder("firstDay"),
        lastDay: sql.placeholder("lastDay"),
        counts: sql.placeholder("counts"),
      })
      .onConflictDoUpdate({
        target: pastDays.keyId,
        set: {
          firstDay: excluded("first_day"),
          lastDay: excluded("last_day"),
          counts: excluded("counts"),
        },
      })
      .prepare(),
  );
  return {
    read(id: number): readonly DayCounts[] {
      const stored = read.get().get({ keyId: id });
      return stored === undefined ? [] : unpackDays(stored.firstDay, stored.counts);
    },
    write(id: number, counted: readonly DayCounts[]): void {
      const [first, last] = [counted[0], counted.at(-1)];
      if (first === undefined || last === undefined) {
        remove.get().run({ keyId: id });
      } else {
        const counts = packDays(counted);
        write.get().run({ keyId: id, firstDay: first.day, lastDay: last.day, counts });
      }
    },
  };
}

function daysByKey(
  rows: readonly (typeof days.$inferSelect)[],
): ReadonlyMap<number, readonly DayCounts[]> {
  const byKey = new Map<number, DayCounts[]>();
  for (const { keyId, start, enabled, disabled } of rows) {
    const counted = byKey.get(keyId) ?? [];
    byKey.set(keyId, counted);
    counted.push({ day: Math.floor(start / minutesPerDay), enabled, disabled });
  }
  return byKey;
}

/** Adds up two sorted lists; also returns how many counts were at 2^53-1 after an addition. */
function mergeDays(stored: readonly DayCounts[], more: readonly DayCounts[]) {
  const merged = new Map(stored.map((counted) => [counted.day, counted]));
  let clamped = 0;
  for (const { day, enabled, disabled } of more) {
    const before = merged.get(day) ?? { enabled: 0, disabled: 0 };
    const sum = {
      day,
      enabled: cappedSum(before.enabled, enabled),
      disabled: cappedSum(before.disabled, disabled),
    };
    clamped += Number(sum.enabled === countMax) + Number(sum.disabled === countMax);
    merged.set(day, sum);
  }
  return { days: Array.from(merged.values()).sort((left, right) => left.day - right.day), clamped };
}
