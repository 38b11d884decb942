import { describe, expect, test } from "bun:test";
import type { GuardMinute } from "../../src/core/guards/guard-minute.ts";
import { metricsOf } from "../telemetry/metrics-of.ts";
import {
  acceptedOutcomes,
  guardedRollout,
  minutesOf,
  outcomeOf,
  outcomeSubmission,
} from "../telemetry/outcomes.ts";
import type { TelemetryApi } from "../telemetry/telemetry-api.ts";
import { environment } from "../telemetry/telemetry-state.ts";

const startMs = Date.UTC(2026, 10, 21, 12, 34, 56);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const minute = Math.floor(startMs / minuteMs);
const custom = 2;
const odd = "\0 odd \u0001";

export type WithTelemetry = (
  run: (start: (now?: () => number) => Promise<TelemetryApi>) => Promise<void>,
) => Promise<void>;

/** What telemetry promises of outcomes and of the minutes of guards, on any engine. */
export function outcomeStoreContract(withTelemetry: WithTelemetry): void {
  const watch = (api: TelemetryApi) =>
    api.commit(
      guardedRollout(1, "search", ["checkout", "sign-in"]),
      guardedRollout(2, odd, ["checkout"]),
      guardedRollout(3, "search", ["checkout"], custom),
    );
  const read = (api: TelemetryApi, key = "search", environmentId = 1) =>
    minutesOf(api, "checkout", {
      ...{ environmentId, key },
      ...{ fromMinute: minute - 60, toMinute: minute + 60 },
    });

  describe("outcomes", () => {
    test("are added up by minute, result and bucket, once for each submission", () =>
      withTelemetry(async (start) => {
        const submission = outcomeSubmission([
          outcomeOf("checkout", "search", true, { 0: [3, 1], 15: [2, 2] }),
          outcomeOf("checkout", "search", false, { 7: [9, 0] }),
          outcomeOf("checkout", odd, true, { 1: [1, 1] }),
          outcomeOf("sign-in", "search", true, { 0: [100, 0] }),
        ]);
        const more = () =>
          outcomeSubmission([outcomeOf("checkout", "search", true, { 0: [10, 0], 3: [1, 1] })]);
        const sums = [minute, { 0: [23, 1], 3: [2, 2], 15: [2, 2] }, { 7: [9, 0] }];
        let now = startMs;
        {
          await using api = await start(() => now);
          watch(api);
          await Promise.all(Array.from({ length: 10 }, () => acceptedOutcomes(api, submission)));
          await acceptedOutcomes(api, more());
          await acceptedOutcomes(api, more());
          await acceptedOutcomes(api, submission, custom);
          expect(await read(api)).toEqual([sums as never]);
          expect(await read(api, odd)).toEqual([[minute, { 1: [1, 1] }, {}]]);
          expect(api.telemetry.counters).toMatchObject({ submissions: 4, duplicates: 9 });
          expect(api.telemetry.counters).toMatchObject({ outcomes: 8, droppedOutcomes: 2 });
        }
        now += 2 * minuteMs;
        await using again = await start(() => now);
        watch(again);
        await acceptedOutcomes(again, submission);
        await acceptedOutcomes(again, more());
        await again.telemetry.runHousekeeping();
        const later = [minute + 2, { 0: [10, 0], 3: [1, 1] }, {}];
        expect(await read(again)).toEqual([sums as never, later as never]);
        expect(await read(again, "search", custom)).toEqual([
          [minute, { 0: [3, 1], 15: [2, 2] }, { 7: [9, 0] }],
        ]);
        expect(again.telemetry.counters).toMatchObject({ submissions: 1, duplicates: 1 });
      }));

    test("that no guard watches are dropped, also after the end of a rollout", () =>
      withTelemetry(async (start) => {
        await using api = await start();
        const outcome = outcomeOf("checkout", "search", true, { 0: [1, 0] });
        await acceptedOutcomes(api, outcomeSubmission([outcome]));
        watch(api);
        await acceptedOutcomes(
          api,
          outcomeSubmission([
            ...[outcome, outcomeOf("checkout", "stats", true, { 0: [1, 0] })],
            outcomeOf("other", "search", true, { 0: [1, 0] }),
          ]),
        );
        const ended = guardedRollout(1, "search", ["checkout"]);
        if (ended.kind === "rollout.saved") {
          api.commit({ ...ended, rollout: { ...ended.rollout, state: "done" } });
        }
        await acceptedOutcomes(api, outcomeSubmission([outcome]));
        expect(await read(api)).toEqual([[minute, { 0: [1, 0] }, {}]]);
        expect(await read(api, "stats")).toEqual([]);
        expect(api.telemetry.counters).toMatchObject({ outcomes: 1, droppedOutcomes: 4 });
      }));

    test("are read with the checks two minutes before", () =>
      withTelemetry(async (start) => {
        await using api = await start();
        watch(api);
        await api.count(metricsOf(startMs - 2 * minuteMs, { search: [40, 60], stats: [7, 7] }));
        await api.count(metricsOf(startMs, { search: [5, 0] }));
        await acceptedOutcomes(
          api,
          outcomeSubmission([outcomeOf("checkout", "search", true, { 2: [4, 1] })]),
        );
        const range = { environmentId: 1, key: "search", fromMinute: minute - 1 };
        const counted = await api.telemetry.guards.outcomes({ ...range, toMinute: minute + 1 }, [
          "sign-in",
          "checkout",
        ]);
        expect(counted.map(({ name }) => name)).toEqual(["sign-in", "checkout"]);
        expect(
          counted.map(({ minutes }) =>
            minutes.map(({ minute: at, enabled, disabled }) => [
              ...[at, enabled.checks, disabled.checks, enabled.totals[2], enabled.errors[2]],
            ]),
          ),
        ).toEqual([[[minute, 40, 60, 0, 0]], [[minute, 40, 60, 4, 1]]]);
      }));

    test("become hours, are deleted after 8 days, and stop at 2^53-1", () =>
      withTelemetry(async (start) => {
        const max = Number.MAX_SAFE_INTEGER;
        let now = startMs;
        await using api = await start(() => now);
        watch(api);
        const totals = async () => {
          const found = await api.telemetry.guards.totals(1, ["checkout"], minute - 10_000);
          return found
            .map(({ name, key, result, total, errors }) => [name, key, result, total, errors])
            .sort();
        };
        const submit = (buckets: Parameters<typeof outcomeOf>[3]) =>
          acceptedOutcomes(
            api,
            outcomeSubmission([outcomeOf("checkout", "search", true, buckets)]),
          );
        await submit({ 0: [3, 1], 4: [2, 0] });
        now += minuteMs;
        await submit({ 0: [1, 1] });
        expect(await totals()).toEqual([["checkout", "search", true, 6, 2]]);
        now += 3 * hourMs;
        await submit({ 1: [max - 1, 1] });
        await submit({ 1: [max, 1] });
        await api.telemetry.runHousekeeping();
        expect(await read(api)).toEqual([]);
        expect(await totals()).toEqual([["checkout", "search", true, max, 4]]);
        for (const days of [7, 3]) {
          now += days * dayMs;
          await acceptedOutcomes(
            api,
            outcomeSubmission([outcomeOf("checkout", odd, false, { 0: [1, 0] })]),
          );
          await api.telemetry.runHousekeeping();
        }
        expect(await totals()).toEqual([["checkout", odd, false, 2, 0]]);
      }));

    test("of a replica count once, in the minute in which they arrived there", () =>
      withTelemetry(async (start) => {
        await using api = await start();
        watch(api);
        // So that counts of the last hours are no longer minutes.
        await api.count(metricsOf(startMs, { stats: [1, 0] }));
        const relayed = (id: number, outcomesMinute: number) => ({
          ...{ id, environmentId: 1, encoding: "identity" as const, outcomesMinute },
          bytes: new TextEncoder().encode(
            JSON.stringify(
              outcomeSubmission([outcomeOf("checkout", "search", true, { 0: [id, 1] })]),
            ),
          ),
        });
        const { telemetry } = api;
        const rows = [
          relayed(1, minute - 10),
          relayed(2, minute - 300),
          relayed(4, minute - 20_000),
        ];
        expect(await telemetry.relay("spool", rows)).toBe(4);
        const again = [relayed(4, minute), relayed(8, minute), relayed(16, minute + 5_000)];
        expect(await telemetry.relay("spool", again)).toBe(16);
        const metrics = { ...relayed(32, 0), outcomesMinute: 0 };
        expect(await telemetry.relay("spool", [metrics])).toBe(32);
        expect(await read(api)).toEqual([
          [minute - 10, { 0: [1, 1] }, {}],
          [minute, { 0: [8, 1] }, {}],
        ]);
        expect(await telemetry.guards.totals(1, ["checkout"], minute - 400)).toMatchObject([
          { result: true, total: 11, errors: 3 },
        ]);
      }));

    test("of a deleted environment are deleted", () =>
      withTelemetry(async (start) => {
        await using api = await start();
        watch(api);
        const submission = outcomeSubmission([
          outcomeOf("checkout", "search", true, { 0: [1, 0] }),
        ]);
        await acceptedOutcomes(api, submission, custom);
        expect(await read(api, "search", custom)).toHaveLength(1);
        api.commit({ kind: "environment.deleted", environmentId: custom });
        api.commit({ kind: "environment.created", environment: environment(custom + 1) });
        await api.telemetry.runHousekeeping();
        expect(await read(api, "search", custom)).toEqual([]);
        expect(await api.telemetry.guards.totals(custom, ["checkout"], 0)).toEqual([]);
      }));
  });

  describe("a minute of a guard", () => {
    const armOf = (checks: number) => ({
      checks,
      totals: Array.from({ length: 16 }, (_, index) => checks + index),
      errors: Array.from({ length: 16 }, (_, index) => index),
    });
    const minuteOf = (at: number, step: number, checks: number): GuardMinute => ({
      ...{ minute: at, step },
      enabled: armOf(checks),
      disabled: armOf(2 * checks),
    });

    test("is stored once, and deleted 30 days after the latest one of its rollout", () =>
      withTelemetry(async (start) => {
        let now = startMs;
        await using api = await start(() => now);
        const { guards } = api.telemetry;
        const first = [minuteOf(minute, -1, 2 ** 40), minuteOf(minute + 2, 3, 0)];
        await guards.save(7, "checkout", first);
        await guards.save(7, "checkout", [
          ...[minuteOf(minute, 1, 5), minuteOf(minute + 1, 0, 1), minuteOf(minute + 3, 0, 1)],
        ]);
        await guards.save(7, "other", [minuteOf(minute, 0, 9)]);
        await guards.save(8, "checkout", [minuteOf(minute, 0, 9)]);
        await guards.save(8, "checkout", [minuteOf(minute + 5 * 1_440, 0, 9)]);
        expect(await guards.minutes(7, "checkout", minute, minute + 3)).toEqual([
          ...[
            minuteOf(minute, -1, 2 ** 40),
            minuteOf(minute + 1, 0, 1),
            minuteOf(minute + 2, 3, 0),
          ],
        ]);
        now += 32 * dayMs;
        await api.count(metricsOf(now, { search: [1, 0] }));
        await api.telemetry.runHousekeeping();
        const end = minute + 100_000;
        expect(await guards.minutes(7, "checkout", 0, end)).toEqual([]);
        expect(await guards.minutes(7, "other", 0, end)).toEqual([]);
        expect(await guards.minutes(8, "checkout", 0, end)).toHaveLength(2);
      }));
  });
}
