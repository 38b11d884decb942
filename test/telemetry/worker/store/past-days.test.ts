import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { BucketSeries } from "../../../../src/telemetry/messages/bucket-series.ts";
import { minutesPerDay } from "../../../../src/telemetry/messages/minutes.ts";
import { prepareCountReads } from "../../../../src/telemetry/worker/store/count-reads.ts";
import {
  prepareDaysIntoPast,
  preparePastDayRemoval,
} from "../../../../src/telemetry/worker/store/past-days.ts";
import { PendingCounts } from "../../../../src/telemetry/worker/store/pending-counts.ts";
import { RecentDays } from "../../../../src/telemetry/worker/store/recent-days.ts";
import { type RollupPosition, rollupStart } from "../../../../src/telemetry/worker/store/rollup.ts";
import { openTelemetryDatabase } from "../../../../src/telemetry/worker/store/telemetry-database.ts";

const max = Number.MAX_SAFE_INTEGER;
const dayCount = 40;
const series: BucketSeries = {
  days: dayCount,
  resolution: "day",
  start: 0,
  sizeMinutes: minutesPerDay,
  bucketCount: dayCount,
};
const keyIds = [1, 2, 3];

function opened() {
  const { client, database } = openTelemetryDatabase(":memory:");
  const insert = client.query(
    `INSERT INTO days VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE
     SET enabled = enabled + excluded.enabled, disabled = disabled + excluded.disabled`,
  );
  const read = prepareCountReads(database, new RecentDays(database));
  const intoPast = prepareDaysIntoPast(database);
  const remove = preparePastDayRemoval(database);
  return {
    client,
    intoPast,
    retain(untilDay: number) {
      client.run("DELETE FROM days WHERE start < ?", [untilDay * minutesPerDay]);
      for (const keyId of keyIds) {
        remove(keyId, untilDay * minutesPerDay);
      }
    },
    count: (keyId: number, day: number, enabled: number, disabled: number) =>
      insert.run(keyId, day * minutesPerDay, enabled, disabled),
    /** Runs some steps; all of them unless given. */
    compact(steps: number, until = dayCount * minutesPerDay) {
      let position: RollupPosition | null = rollupStart;
      for (let step = 0; position !== null && step < steps; step++) {
        position = intoPast(position, until).next;
      }
    },
    counts: () =>
      new Map(
        [...read(keyIds, series, new PendingCounts())].map(([id, { enabled, disabled }]) => [
          id,
          { enabled: [...enabled], disabled: [...disabled] },
        ]),
      ),
    rows: (table: string) => client.query(`SELECT 1 FROM ${table}`).all().length,
  };
}

const counted = fc.array(
  fc.tuple(fc.constantFrom(...keyIds), fc.nat(dayCount - 1), fc.nat(5_000), fc.nat(200)),
  { maxLength: 60 },
);
const step = fc.oneof(
  counted.map((rows) => ({ kind: "count", rows }) as const),
  fc.constant({ kind: "compact" } as const),
  fc.record({ kind: fc.constant("retain" as const), until: fc.nat(dayCount) }),
);

/** What the counts are, by key and day. */
class Model {
  readonly #days = new Map<string, readonly [number, number]>();

  count(keyId: number, day: number, enabled: number, disabled: number): void {
    const [sumEnabled, sumDisabled] = this.#days.get(`${keyId} ${day}`) ?? [0, 0];
    this.#days.set(`${keyId} ${day}`, [sumEnabled + enabled, sumDisabled + disabled]);
  }

  retain(until: number): void {
    for (const name of this.#days.keys()) {
      if (Number(name.split(" ")[1]) < until) {
        this.#days.delete(name);
      }
    }
  }

  counts() {
    const list = (keyId: number, index: 0 | 1) =>
      Array.from({ length: dayCount }, (_, day) => this.#days.get(`${keyId} ${day}`)?.[index] ?? 0);
    const known = new Set([...this.#days.keys()].map((name) => Number(name.split(" ")[0])));
    return new Map(
      [...known].map((keyId) => [keyId, { enabled: list(keyId, 0), disabled: list(keyId, 1) }]),
    );
  }
}

describe("past days", () => {
  test("have the counts of any sequence of counts, compactions and deletions by age", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const store = opened();
        const model = new Model();
        for (const next of steps) {
          if (next.kind === "compact") {
            store.compact(Number.POSITIVE_INFINITY);
            expect(store.rows("days")).toBe(0);
          } else if (next.kind === "retain") {
            model.retain(next.until);
            store.retain(next.until);
          } else {
            for (const row of next.rows) {
              model.count(...row);
              store.count(...row);
            }
          }
          expect(store.counts()).toEqual(model.counts());
        }
        store.client.close(true);
      }),
      { numRuns: 60 },
    );
  });

  test("have the same counts after each step, and are completed after an interruption", () => {
    const store = opened();
    for (const keyId of Array.from({ length: 100 }, (_, index) => index + 1)) {
      for (let day = 0; day < 10; day++) {
        store.count(keyId, day, keyId, day);
      }
    }
    const before = store.counts();
    for (const steps of [1, 1, 2]) {
      store.compact(steps);
      expect(store.counts()).toEqual(before);
      expect(store.rows("days")).toBeGreaterThan(0);
    }
    store.compact(Number.POSITIVE_INFINITY);
    expect(store.counts()).toEqual(before);
    expect([store.rows("days"), store.rows("past_days")]).toEqual([0, 100]);
  });

  test("do not have days that have not ended", () => {
    const store = opened();
    store.count(1, 3, 1, 0);
    store.count(1, 4, 1, 0);
    store.compact(Number.POSITIVE_INFINITY, 4 * minutesPerDay);
    expect([store.rows("days"), store.rows("past_days")]).toEqual([1, 1]);
  });

  test("that are all too old leave no row", () => {
    const store = opened();
    store.count(1, 3, 1, 0);
    store.compact(Number.POSITIVE_INFINITY);
    store.retain(4);
    expect(store.rows("past_days")).toBe(0);
  });

  test("count up to 2^53-1, and tell how many counts reached it", () => {
    const store = opened();
    store.count(1, 3, max, 5);
    expect(store.intoPast(rollupStart, dayCount * minutesPerDay).clamped).toBe(1);
    store.count(1, 3, 7, 5);
    expect(store.intoPast(rollupStart, dayCount * minutesPerDay).clamped).toBe(1);
    expect(store.counts().get(1)?.enabled[3]).toBe(max);
    expect(store.counts().get(1)?.disabled[3]).toBe(10);
  });
});
