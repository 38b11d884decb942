import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { catalogOfState } from "../../../../src/telemetry/catalog-changes.ts";
import { bucketSeriesAt } from "../../../../src/telemetry/messages/bucket-series.ts";
import { readCatalog } from "../../../../src/telemetry/messages/catalog-text.ts";
import { minutesPerDay } from "../../../../src/telemetry/messages/minutes.ts";
import { defaultWorkerSettings } from "../../../../src/telemetry/messages/worker-settings.ts";
import { AggregatedCounts } from "../../../../src/telemetry/worker/counting/aggregated-counts.ts";
import { Catalog } from "../../../../src/telemetry/worker/counting/catalog.ts";
import { MetricKey, Metrics } from "../../../../src/telemetry/worker/counting/metrics.ts";
import { OutcomeSums } from "../../../../src/telemetry/worker/counting/outcome-sums.ts";
import { RecentDays } from "../../../../src/telemetry/worker/store/recent-days.ts";
import { openSqliteTelemetry } from "../../../../src/telemetry/worker/store/sqlite-telemetry-store.ts";
import { openTelemetryDatabase } from "../../../../src/telemetry/worker/store/telemetry-database.ts";
import { production, projectId, stateWith } from "../../telemetry-state.ts";

const startMs = Date.UTC(2026, 10, 21, 12, 34, 56);
const hourMs = 3_600_000;
const dayCount = 30;
const keys = ["search", "stats", "beta"];

/** A store, and a plain list of what it has counted. */
class ComparedStore {
  readonly #store;
  #counted: { readonly key: string; readonly day: number; readonly value: number }[] = [];
  #nowMs = startMs;

  constructor() {
    const catalog = new Catalog(readCatalog(catalogOfState(stateWith({ features: keys }))));
    const settings = defaultWorkerSettings;
    this.#store = openSqliteTelemetry({
      path: ":memory:",
      settings,
      catalog,
      onClamped: () => undefined,
    });
    this.#store.see(startMs);
  }

  async count(rows: readonly (readonly [string, number, number])[]): Promise<void> {
    const metrics = new Metrics();
    for (const [key, hours, value] of rows) {
      const time = Math.floor((this.#nowMs + hours * hourMs) / 1_000);
      metrics.add(new MetricKey(key), time, true, value);
      this.#counted.push({ key, day: Math.floor(time / 86_400), value });
    }
    const counts = new AggregatedCounts();
    counts.add(production, metrics, { oldestSeconds: 0, newestSeconds: Number.MAX_SAFE_INTEGER });
    const ids = [{ environmentId: production, requestId: crypto.randomUUID() }];
    await this.#store.commit({ ids, counts, outcomes: new OutcomeSums() }, this.#nowMs);
  }

  pass(hours: number): void {
    this.#nowMs += hours * hourMs;
    this.#store.see(this.#nowMs);
  }

  flush(): Promise<void> {
    return this.#store.flush(this.#nowMs);
  }

  /** Also compares after each step of it. */
  keepHouse(): Promise<void> {
    return this.#store.housekeeping(this.#nowMs, () => this.compare(keys));
  }

  /** Removes a key with its counts; the next key that is counted gets its id if it was the last one. */
  async remove(key: string): Promise<void> {
    this.#counted = this.#counted.filter((counted) => counted.key !== key);
    const featureId = keys.indexOf(key) + 1;
    const removed = { kind: "feature_deleted", projectId, key, featureId } as const;
    await this.#store.applyCatalogChanges([removed]);
    await this.#store.removeDeleted(this.#nowMs, () => this.compare(keys));
  }

  async compare(read: readonly string[]): Promise<void> {
    const series = bucketSeriesAt(this.#nowMs, dayCount);
    const found = await this.#store.readCounts(production, read, series);
    const first = series.start / minutesPerDay;
    for (const [index, key] of read.entries()) {
      const expected = Array.from({ length: dayCount }, () => 0);
      for (const { day, value } of this.#counted.filter((counted) => counted.key === key)) {
        const bucket = day - first;
        if (expected[bucket] !== undefined) {
          expected[bucket] += value;
        }
      }
      expect(Array.from(found[index]?.enabled ?? new Float64Array(dayCount))).toEqual(expected);
    }
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}

const rows = fc.array(
  fc.tuple(fc.constantFrom(...keys), fc.integer({ min: -60, max: 20 }), fc.nat(1_000)),
  { minLength: 1, maxLength: 10 },
);
type Step = (store: ComparedStore) => Promise<void> | void;
const step = fc.oneof(
  rows.map(
    (counted): Step =>
      (store) =>
        store.count(counted),
  ),
  fc.constant<Step>((store) => store.flush()),
  fc.constant<Step>((store) => store.keepHouse()),
  fc.constantFrom(...keys).map(
    (key): Step =>
      (store) =>
        store.remove(key),
  ),
  fc.integer({ min: 1, max: 40 }).map(
    (hours): Step =>
      (store) =>
        store.pass(hours),
  ),
  fc.subarray(keys, { minLength: 1 }).map(
    (read): Step =>
      (store) =>
        store.compare(read),
  ),
);

describe("days of recent counts", () => {
  test("are those of a plain recount after any sequence of counts, flushes, rollups, removals and reads", () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const store = new ComparedStore();
        for (const run of steps) {
          await run(store);
        }
        await store.compare(keys);
        await store.flush();
        await store.compare(keys);
        await store.close();
      }),
      { numRuns: 200 },
    ));

  test("of a removed key are not those of the key that gets its id", async () => {
    const store = new ComparedStore();
    await store.count([["search", 0, 7]]);
    await store.flush();
    await store.compare(keys);
    await store.remove("search");
    await store.count([["stats", 0, 5]]);
    await store.flush();
    await store.compare(keys);
    await store.close();
  });

  test("are read once, also those of keys without counts", () => {
    const { client, database } = openTelemetryDatabase(":memory:");
    client.run("INSERT INTO minutes VALUES (1, 0, 3, 1), (1, 1, 4, 0), (1, 1440, 1, 0)");
    const recent = new RecentDays(database);
    const read = () => {
      const seen: number[][] = [];
      recent.read([1, 2], 0, (...counts) => seen.push(counts));
      return seen;
    };
    const expected = [
      [1, 0, 7, 1],
      [1, minutesPerDay, 1, 0],
    ];
    expect(read()).toEqual(expected);
    client.run("DELETE FROM minutes");
    expect(read()).toEqual(expected);
    recent.forgetKey(1);
    expect(read()).toEqual([]);
  });

  test("are remembered of no more keys than the limit", () => {
    const { client, database } = openTelemetryDatabase(":memory:");
    client.run("INSERT INTO hours VALUES (1, 0, 3, 1), (2, 0, 4, 0)");
    const recent = new RecentDays(database, 2);
    const read = (keyId: number) => {
      let sum = 0;
      recent.read([keyId], 0, (_key, _minute, enabled) => {
        sum += enabled;
      });
      return sum;
    };
    expect([read(1), read(2)]).toEqual([3, 4]);
    client.run("DELETE FROM hours");
    expect([read(3), read(1)]).toEqual([0, 0]);
  });
});
