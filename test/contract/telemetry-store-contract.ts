import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Change } from "../../src/core/model/change.ts";
import type { TelemetryOptions } from "../../src/telemetry/telemetry-options.ts";
import { unknownKeysPerEnvironmentMax } from "../../src/telemetry/worker/port/telemetry-store.ts";
import { seeded } from "../fuzz/seed.ts";
import { ComparedTelemetry } from "../telemetry/compared-telemetry.ts";
import { metricsOf } from "../telemetry/metrics-of.ts";
import { until } from "../telemetry/scripted-worker.ts";
import { submissionOf, TelemetryApi } from "../telemetry/telemetry-api.ts";
import { environment, feature, featureChanges, stateWith } from "../telemetry/telemetry-state.ts";
import { runSteps, telemetrySteps } from "../telemetry/telemetry-steps.ts";
import { outcomeStoreContract } from "./outcome-store-contract.ts";

/** Where an engine keeps telemetry: each start with the same options finds what the last one left. */
export interface TelemetryMedium extends AsyncDisposable {
  readonly telemetry: Partial<TelemetryOptions>;
}

const startMs = Date.UTC(2026, 10, 21, 12, 34, 56);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const custom = 2;
const features = ["search", "stats"];
const removed = (id: number, key: string): Change => ({
  kind: "feature.removed",
  feature: feature(id, key),
});

/** What telemetry promises of its counts, on any engine that stores them. */
export function telemetryStoreContract(create: () => Promise<TelemetryMedium>, numRuns = 40): void {
  async function withTelemetry(
    run: (start: (now?: () => number) => Promise<TelemetryApi>) => Promise<void>,
  ): Promise<void> {
    await using medium = await create();
    await run((now = () => startMs) =>
      TelemetryApi.start({
        state: stateWith({ features, customEnvironments: [custom] }),
        now,
        telemetry: medium.telemetry,
      }),
    );
  }

  outcomeStoreContract(withTelemetry);

  describe("a submission", () => {
    test("is counted once however often it is sent, in each environment", () =>
      withTelemetry(async (start) => {
        const submission = submissionOf(metricsOf(startMs, { search: [2, 1], stats: [0, 3] }));
        {
          await using api = await start();
          await Promise.all(Array.from({ length: 20 }, () => api.accepted(submission)));
          await api.accepted(submission);
          await api.accepted(submission, custom);
          expect(await api.totals()).toEqual({ search: [2, 1], stats: [0, 3] });
          expect(api.telemetry.counters).toMatchObject({ submissions: 2, duplicates: 20 });
        }
        await using again = await start();
        await again.accepted(submission);
        await again.telemetry.runHousekeeping();
        await again.accepted(submission, custom);
        for (const environmentId of [1, custom]) {
          expect(await again.totals(environmentId)).toEqual({ search: [2, 1], stats: [0, 3] });
        }
        expect(again.telemetry.counters).toMatchObject({ submissions: 0, duplicates: 2 });
      }));

    test("of a replica is counted once by its place in the replica's spool", () =>
      withTelemetry(async (start) => {
        const relayed = (id: number, count: number, environmentId = 1) => ({
          ...{ id, environmentId, encoding: "identity" as const },
          bytes: new TextEncoder().encode(
            JSON.stringify(submissionOf(metricsOf(startMs, { search: [count, 0] }))),
          ),
        });
        {
          await using api = await start();
          const { telemetry } = api;
          expect(await telemetry.relay("spool", [relayed(1, 1), relayed(3, 10)])).toBe(3);
          expect(await telemetry.relay("spool", [relayed(1, 5), relayed(3, 5)])).toBe(3);
          expect(await telemetry.relay("other", [relayed(1, 100)])).toBe(1);
          const bad = { ...relayed(4, 5), bytes: new TextEncoder().encode("x") };
          expect(await telemetry.relay("spool", [bad, relayed(5, 5, 999)])).toBe(5);
          expect(await api.totals()).toEqual({ search: [111, 0] });
        }
        await using again = await start();
        const overlapping = [relayed(3, 5), relayed(5, 5), relayed(6, 1_000)];
        expect(await again.telemetry.relay("spool", overlapping)).toBe(6);
        expect(await again.totals()).toEqual({ search: [1_111, 0] });
      }));

    test("without metrics counts as one, and adds nothing", () =>
      withTelemetry(async (start) => {
        await using api = await start();
        const empty = submissionOf([]);
        await api.accepted(empty);
        await api.accepted(empty);
        expect(await api.totals()).toEqual({});
        expect(api.telemetry.counters).toMatchObject({ submissions: 1, duplicates: 1 });
      }));

    test("may have any key", () =>
      withTelemetry(async (start) => {
        const keys = [
          "\0",
          "\u0001",
          "\u00010",
          '"',
          "\\",
          "{}",
          ",",
          "NULL",
          "ä€😀",
          "\n\t ",
          "a".repeat(255),
        ];
        await using api = await start();
        const sums = Object.fromEntries(keys.map((key, index) => [key, [index + 1, 0] as const]));
        await api.count(metricsOf(startMs, sums));
        api.commit(...keys.flatMap((key, index) => featureChanges(100 + index, key)));
        expect(await api.totals()).toEqual(sums);
        await api.telemetry.runHousekeeping();
        expect(await api.totals()).toEqual(sums);
      }));
  });

  describe("a count", () => {
    test("stops at 2^53-1, which is reported", () =>
      withTelemetry(async (start) => {
        await using api = await start();
        const max = Number.MAX_SAFE_INTEGER;
        await api.count(metricsOf(startMs, { search: [max - 1, 5] }));
        await api.telemetry.runHousekeeping();
        await api.count(metricsOf(startMs, { search: [max, 5] }));
        expect(await api.totals()).toEqual({ search: [max, 10] });
        await api.telemetry.runHousekeeping();
        expect(await api.totals()).toEqual({ search: [max, 10] });
        await until(() => api.telemetry.counters.clamped > 0);
      }));

    test("stays as time passes, until its environment's retention ends", () =>
      withTelemetry(async (start) => {
        let now = startMs;
        await using api = await start(() => now);
        await api.count(metricsOf(now, { search: [5, 2] }));
        for (const passed of [hourMs, hourMs, 20 * hourMs, 2 * dayMs, 86 * dayMs]) {
          now += passed;
          await api.count(metricsOf(now, { stats: [1, 0] }));
          await api.telemetry.runHousekeeping();
          expect((await api.totals()).search).toEqual([5, 2]);
        }
        now += 3 * dayMs;
        await api.count(metricsOf(now, { stats: [1, 0] }));
        await api.telemetry.runHousekeeping();
        expect((await api.totals()).search).toBeUndefined();
      }));

    test("of an earlier time is added to its hour or day", () =>
      withTelemetry(async (start) => {
        await using api = await start();
        await api.count(metricsOf(startMs, { search: [1, 0] }));
        for (const age of [3 * hourMs, 40 * hourMs, 60 * dayMs]) {
          await api.count(metricsOf(startMs - age, { search: [1, 0] }));
        }
        await api.telemetry.runHousekeeping();
        const inDay = (await api.summary("?days=1")).features.find(({ key }) => key === "search");
        expect(inDay?.summary.total).toBe(2);
        expect(await api.totals()).toEqual({ search: [4, 0] });
      }));
  });

  describe("a key", () => {
    test("of a feature that was deleted starts anew", () =>
      withTelemetry(async (start) => {
        await using api = await start();
        await api.count(metricsOf(startMs, { search: [5, 0] }));
        api.commit(removed(1, "search"));
        api.commit(...featureChanges(9, "search"));
        expect(await api.totals()).toEqual({});
        await api.count(metricsOf(startMs, { search: [1, 0] }));
        await api.telemetry.runHousekeeping();
        expect(await api.totals()).toEqual({ search: [1, 0] });
      }));

    test("that becomes a feature's keeps its counts", () =>
      withTelemetry(async (start) => {
        await using api = await start();
        await api.count(metricsOf(startMs, { later: [5, 0] }));
        await api.telemetry.runHousekeeping();
        await api.count(metricsOf(startMs, { later: [1, 0] }));
        api.commit(...featureChanges(9, "later"));
        expect(await api.totals()).toEqual({ later: [6, 0] });
        await api.count(metricsOf(startMs, { later: [1, 0] }));
        await api.telemetry.runHousekeeping();
        expect(await api.totals()).toEqual({ later: [7, 0] });
      }));

    test("of a deleted environment is not in one with another id", () =>
      withTelemetry(async (start) => {
        await using api = await start();
        await api.count(metricsOf(startMs, { search: [5, 0] }), custom);
        api.commit({ kind: "environment.deleted", environmentId: custom });
        api.commit({ kind: "environment.created", environment: environment(custom + 1) });
        await api.telemetry.runHousekeeping();
        expect(await api.totals(custom + 1)).toEqual({});
      }));

    test("that is no feature's is counted up to a limit, and can be dismissed", () =>
      withTelemetry(async (start) => {
        await using api = await start();
        const more = 7;
        const keys = Array.from(
          { length: unknownKeysPerEnvironmentMax + more },
          (_, n) => `key ${n}`,
        );
        await api.count([
          ...metricsOf(startMs, { search: [1, 0] }),
          ...keys.flatMap((key) => metricsOf(startMs, { [key]: [1, 0] })),
        ]);
        await api.telemetry.runHousekeeping();
        const series = {
          days: 1,
          resolution: "hour",
          start: 0,
          sizeMinutes: 60,
          bucketCount: 1,
        } as const;
        const request = { environmentId: 1, series };
        const listed = await api.telemetry.unknownKeys(request);
        expect(listed.keys).toHaveLength(unknownKeysPerEnvironmentMax);
        expect(listed.isFull).toBe(true);
        await until(() => api.telemetry.counters.droppedUnknownKey === 2 * more);
        expect(api.telemetry.counters.metrics).toBe(2 * (unknownKeysPerEnvironmentMax + 1));
        const [first] = listed.keys;
        await api.telemetry.dismiss({ environmentId: 1, key: first?.key ?? "" });
        await api.telemetry.dismiss({ environmentId: 1, key: "search" });
        const left = await api.telemetry.unknownKeys(request);
        expect(left.keys.map(({ key }) => key)).not.toContain(first?.key);
        expect(left.isFull).toBe(false);
        expect(await api.totals()).toEqual({ search: [1, 0] });
      }));
  });

  test("a feature that is deleted right before a stop takes no counts after the next start", async () => {
    await using medium = await create();
    const telemetry = new ComparedTelemetry(medium.telemetry);
    const submitted = (value: number) =>
      telemetry.submit("production", [{ key: "stats", offset: -60, result: true, value }]);
    await telemetry.start();
    telemetry.toggleFeature("stats");
    await submitted(5);
    await telemetry.runHousekeeping();
    telemetry.toggleFeature("stats");
    await telemetry.stop();
    await telemetry.start();
    await submitted(7);
    await telemetry.runHousekeeping();
    telemetry.toggleFeature("stats");
    await telemetry.compare();
    await telemetry.stop();
  });

  test("summaries equal the expected counts after any sequence of steps", async () => {
    await fc.assert(
      fc.asyncProperty(telemetrySteps, async (steps) => {
        await using medium = await create();
        await runSteps(steps, medium.telemetry);
      }),
      { numRuns, ...seeded, endOnFailure: true },
    );
  }, 180_000);
}
