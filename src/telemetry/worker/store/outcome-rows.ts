import { eq } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { unpackGuardMinute } from "../counting/packed-guard-minute.ts";
import { unpackNumbers } from "../counting/packed-numbers.ts";
import type { ArchivedOutcomes } from "../port/telemetry-archive.ts";
import { guardMinutes, outcomeHours, outcomes } from "./telemetry-schema.ts";

/** All outcomes: those of a minute, of an hour or of a rollout at once. */
export function* outcomeRows(
  database: BunSQLiteDatabase,
): Generator<readonly ArchivedOutcomes[], void, void> {
  const minutes = database.selectDistinct({ minute: outcomes.minute }).from(outcomes).all();
  for (const { minute } of minutes) {
    const rows = database.select().from(outcomes).where(eq(outcomes.minute, minute)).all();
    yield rows.map(({ total: _total, errors: _errors, buckets, result, ...row }) => ({
      ...{ kind: "minute" as const, ...row, result: result === 1 },
      counts: unpackNumbers(buckets),
    }));
  }
  const hours = database.selectDistinct({ start: outcomeHours.start }).from(outcomeHours).all();
  for (const { start } of hours) {
    const rows = database.select().from(outcomeHours).where(eq(outcomeHours.start, start)).all();
    yield rows.map((row) => ({ ...row, kind: "hour" as const, result: row.result === 1 }));
  }
  const rollouts = database.selectDistinct({ id: guardMinutes.rolloutId }).from(guardMinutes).all();
  for (const { id } of rollouts) {
    const rows = database.select().from(guardMinutes).where(eq(guardMinutes.rolloutId, id)).all();
    yield rows.map(({ rolloutId, guard, minute, counts }) => {
      const counted = unpackGuardMinute(minute, counts);
      return { kind: "guard" as const, rolloutId, guard, counted };
    });
  }
}
