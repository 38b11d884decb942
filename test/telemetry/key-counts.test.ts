import { expect, test } from "bun:test";
import type { Change } from "../../src/core/model/change.ts";
import { countEnabledChecks } from "../../src/telemetry/enabled-checks.ts";
import { bucketSeriesAt } from "../../src/telemetry/messages/bucket-series.ts";
import { TelemetryApi } from "./telemetry-api.ts";
import { feature, production, stateWith } from "./telemetry-state.ts";

const now = Date.UTC(2026, 10, 21, 12, 34, 56);
const seconds = Math.floor(now / 1_000);
const day = 86_400;
const minute = Math.floor(now / 60_000);
const series = bucketSeriesAt(now, 7);
const environmentId = production;

const metric = (key: string, time: number, value: number, result = true) => ({
  key,
  time,
  result,
  value,
});

function start() {
  return TelemetryApi.start({
    state: stateWith({ features: ["search", "stats", "quiet"], customEnvironments: [2] }),
    now: () => now,
  });
}

/** Before and after the counts are moved from the journal to the tables. */
const moments = ["in the journal", "in the tables"] as const;

test.each(moments)("counts %s are read by key, with the newest minute", async (moment) => {
  await using api = await start();
  await api.count([
    metric("search", seconds, 5),
    metric("search", seconds - day, 2, false),
    metric("search", seconds - 30 * day, 100),
    metric("stats", seconds - 60, 1),
  ]);
  if (moment === "in the tables") {
    await api.telemetry.runHousekeeping();
  }
  const ask = (keys: readonly string[], isSummed = false) =>
    api.telemetry.counts({ environmentId, keys, series, isSummed });
  expect(await ask(["search", "quiet", "unheard-of", "stats"])).toEqual([
    {
      last: minute,
      buckets: expect.arrayContaining([
        [6, 5, 0],
        [5, 0, 2],
      ]),
    },
    { last: null, buckets: [] },
    { last: null, buckets: [] },
    { last: minute - 1, buckets: [[6, 1, 0]] },
  ]);
  expect(await ask(["search", "stats", "quiet"], true)).toEqual([
    {
      last: minute,
      buckets: expect.arrayContaining([
        [6, 6, 0],
        [5, 0, 2],
      ]),
    },
  ]);
  expect(await ask([], true)).toEqual([{ last: null, buckets: [] }]);
  expect(
    await api.telemetry.counts({ environmentId: 2, keys: ["search"], series, isSummed: false }),
  ).toEqual([{ last: null, buckets: [] }]);
});

test.each(moments)(
  "keys %s that are no feature's are listed, and dismissed for good",
  async (moment) => {
    await using api = await start();
    await api.count([
      metric("serach", seconds, 3),
      metric("other", seconds, 1),
      metric("search", seconds, 1),
    ]);
    if (moment === "in the tables") {
      await api.telemetry.runHousekeeping();
    }
    const unknown = () => api.telemetry.unknownKeys({ environmentId, series });
    expect(await unknown()).toEqual({
      keys: [
        { key: "serach", last: minute, buckets: [[6, 3, 0]] },
        { key: "other", last: minute, buckets: [[6, 1, 0]] },
      ],
      isFull: false,
    });
    await api.telemetry.dismiss({ environmentId, key: "serach" });
    // A feature's counts are none to dismiss, whatever a page asks for.
    await api.telemetry.dismiss({ environmentId, key: "search" });
    await api.telemetry.dismiss({ environmentId, key: "never there" });
    expect((await unknown()).keys.map(({ key }) => key)).toEqual(["other"]);
    const [search] = await api.telemetry.counts({
      environmentId,
      keys: ["search"],
      series,
      isSummed: false,
    });
    expect(search?.buckets).toEqual([[6, 1, 0]]);
    await api.telemetry.runHousekeeping();
    await api.count([metric("serach", seconds, 1)]);
    expect((await unknown()).keys.find(({ key }) => key === "serach")?.buckets).toEqual([
      [6, 1, 0],
    ]);
  },
);

test("a key that became a feature is unknown no more, and keeps its counts", async () => {
  await using api = await start();
  await api.count([metric("new", seconds, 4)]);
  const created: Change = { kind: "feature.saved", feature: feature(9, "new") };
  api.commit(created);
  const answer = await api.telemetry.unknownKeys({ environmentId, series });
  expect(answer.keys).toEqual([]);
  const [counts] = await api.telemetry.counts({
    environmentId,
    keys: ["new"],
    series,
    isSummed: false,
  });
  expect(counts?.buckets).toEqual([[6, 4, 0]]);
});

test.each(moments)("enabled checks %s are counted since a time", async (moment) => {
  await using api = await start();
  await api.count([
    metric("search", seconds, 5),
    metric("search", seconds, 90, false),
    metric("search", seconds - 60, 20),
    metric("search", seconds - 120, 300),
    metric("stats", seconds, 4_000),
  ]);
  if (moment === "in the tables") {
    await api.telemetry.runHousekeeping();
  }
  const since = (ms: number) =>
    countEnabledChecks(api.telemetry, { environmentId, key: "search" }, { since: now - ms, now });
  // The minute in which the step was made had checks before it.
  expect([await since(0), await since(60_000), await since(120_000)]).toEqual([0, 5, 25]);
  expect([await since(3_600_000), await since(day * 1_000)]).toEqual([325, 325]);
  expect(await since(-60_000)).toBe(0);
});
