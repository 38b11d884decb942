import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { Change } from "../../../../src/core/model/change.ts";
import type { State } from "../../../../src/core/model/state.ts";
import { unknownKeysPerEnvironmentMax } from "../../../../src/telemetry/worker/port/telemetry-store.ts";
import { TelemetryApi, temporaryDirectory } from "../../telemetry-api.ts";
import {
  environment,
  feature,
  featureChanges,
  production,
  stateWith,
} from "../../telemetry-state.ts";

const now = Date.UTC(2026, 10, 21, 12, 34, 56);
const custom = 2;
const other = 3;

function metric(key: string, value = 1) {
  return { key, time: Math.floor(now / 1_000), result: true, value };
}

function start(state: State, directory = ":memory:"): Promise<TelemetryApi> {
  return TelemetryApi.start({ state, now: () => now, telemetry: { directory } });
}

function featureStateOf(features: readonly string[]): State {
  return stateWith({ features, customEnvironments: [custom, other] });
}

const removed = (id: number, key: string): Change => ({
  kind: "feature.removed",
  feature: feature(id, key),
});

/** The number of rows in each table of a database that no worker has open. */
function rowCounts(directory: string): Record<string, number> {
  using database = new Database(join(directory, "telemetry.db"), { readonly: true });
  const tables = ["keys", "minutes", "hours", "days", "past_days", "journal"];
  return Object.fromEntries(
    tables.map((table) => [table, database.query(`SELECT 1 FROM ${table}`).all().length]),
  );
}

describe("telemetry of a deleted feature is deleted", () => {
  test("in every environment, also when it is created again", async () => {
    await using api = await start(featureStateOf(["search", "stats"]));
    for (const id of [production, custom, other]) {
      await api.count([metric("search", 5), metric("stats", 7)], id);
    }
    api.commit(removed(1, "search"), ...featureChanges(9, "search"));
    for (const id of [production, custom, other]) {
      expect(await api.totals(id)).toEqual({ stats: [7, 0] });
      await api.count([metric("search", 1)], id);
      expect(await api.totals(id)).toEqual({ search: [1, 0], stats: [7, 0] });
    }
  });

  test("with all its rows", async () => {
    using directory = temporaryDirectory();
    {
      await using api = await start(featureStateOf(["search", "stats"]), directory.path);
      await api.count([metric("search"), metric("stats")]);
      await api.telemetry.runHousekeeping();
      api.commit(removed(1, "search"));
      await api.telemetry.runHousekeeping();
    }
    expect(rowCounts(directory.path)).toMatchObject({ keys: 1, minutes: 1, hours: 0, days: 0 });
  });

  test("with its past days", async () => {
    using directory = temporaryDirectory();
    const daysAgo = (days: number) => ({ ...metric("search"), time: now / 1_000 - days * 86_400 });
    {
      await using api = await start(featureStateOf(["search"]), directory.path);
      await api.count([daysAgo(5), daysAgo(30)]);
    }
    {
      await using api = await start(featureStateOf(["search"]), directory.path);
      await api.telemetry.runHousekeeping();
    }
    expect(rowCounts(directory.path)).toMatchObject({ keys: 1, days: 0, past_days: 1 });
    {
      await using api = await start(featureStateOf(["search"]), directory.path);
      api.commit(removed(1, "search"));
      await api.telemetry.runHousekeeping();
    }
    expect(rowCounts(directory.path)).toMatchObject({ keys: 0, days: 0, past_days: 0 });
  });

  test("and its later submissions count as those of an unknown key", async () => {
    await using api = await start(featureStateOf(["search"]));
    await api.count([metric("search", 5)]);
    api.commit(removed(1, "search"));
    await api.count([metric("search", 1)]);
    api.commit(...featureChanges(9, "search"));
    expect(await api.totals()).toEqual({ search: [1, 0] });
  });

  test("also when it was deleted while telemetry was stopped", async () => {
    using directory = temporaryDirectory();
    {
      await using api = await start(featureStateOf(["search", "stats"]), directory.path);
      await api.count([metric("search"), metric("stats")]);
    }
    {
      // `search` was deleted; `stats` has another id, as it was deleted and created again.
      await using api = await start(featureStateOf(["new", "other", "stats"]), directory.path);
      expect(await api.totals()).toEqual({});
      await api.count([metric("stats", 2)]);
      await api.telemetry.runHousekeeping();
      expect(await api.totals()).toEqual({ stats: [2, 0] });
    }
    expect(rowCounts(directory.path)).toMatchObject({ keys: 1, minutes: 1 });
  });
});

describe("telemetry of a deleted environment is deleted", () => {
  test("with all its rows, and no other environment's", async () => {
    using directory = temporaryDirectory();
    {
      await using api = await start(featureStateOf(["search"]), directory.path);
      await api.count([metric("search", 1), metric("unknown")]);
      await api.count([metric("search", 2), metric("unknown")], custom);
      api.commit({ kind: "environment.deleted", environmentId: custom });
      await api.telemetry.runHousekeeping();
      expect(await api.totals()).toEqual({ search: [1, 0] });
    }
    expect(rowCounts(directory.path)).toMatchObject({ keys: 2, minutes: 2 });
  });

  test("also when it was deleted while telemetry was stopped", async () => {
    using directory = temporaryDirectory();
    {
      await using api = await start(featureStateOf(["search"]), directory.path);
      await api.count([metric("search")], custom);
    }
    {
      await using api = await start(stateWith({ features: ["search"] }), directory.path);
      await api.telemetry.runHousekeeping();
    }
    expect(rowCounts(directory.path)).toMatchObject({ keys: 0, minutes: 0, journal: 0 });
  });
});

describe("unknown keys", () => {
  test("keep their counts when they become features", async () => {
    await using api = await start(featureStateOf([]));
    await api.count([metric("later", 3)], custom);
    await api.count([metric("later", 4)], production);
    api.commit(...featureChanges(9, "later"));
    expect(await api.totals(custom)).toEqual({ later: [3, 0] });
    await api.count([metric("later", 1)]);
    await api.telemetry.runHousekeeping();
    expect(await api.totals()).toEqual({ later: [5, 0] });
  });

  test("are limited in each environment, and features are not", async () => {
    using directory = temporaryDirectory();
    const max = unknownKeysPerEnvironmentMax;
    const count = 3 * max;
    {
      await using api = await start(featureStateOf(["search"]), directory.path);
      const unknown = Array.from({ length: count }, (_, index) => metric(`unknown ${index}`));
      await api.count(unknown);
      await api.count([metric("search", 2), ...unknown]);
      expect(await api.totals()).toEqual({ search: [2, 0] });
      expect(api.telemetry.counters).toMatchObject({
        metrics: 2 * max + 1,
        droppedUnknownKey: 2 * (count - max),
      });
      await api.count([metric("unknown 9999")], custom);
      // A key that was stored, and one that was over the limit.
      api.commit(...featureChanges(8, "unknown 0"), ...featureChanges(9, "unknown 2999"));
      await api.count([metric("unknown 0"), metric("unknown 2999"), metric("another unknown")]);
      expect(await api.totals()).toEqual({
        search: [2, 0],
        "unknown 0": [3, 0],
        "unknown 2999": [1, 0],
      });
      expect(api.telemetry.counters.droppedUnknownKey).toBe(2 * (count - max));
    }
    expect(rowCounts(directory.path)).toMatchObject({ keys: max + 4 });
  });

  test("no longer count towards the limit when their counts have been deleted", async () => {
    let time = now;
    await using api = await TelemetryApi.start({
      state: stateWith({ features: [], retentionDays: 2 }),
      now: () => time,
    });
    const sent = (name: string) =>
      Array.from({ length: unknownKeysPerEnvironmentMax }, (_, index) => ({
        ...metric(`${name} ${index}`),
        time: Math.floor(time / 1_000),
      }));
    await api.count(sent("old"));
    await api.count(sent("new"));
    expect(api.telemetry.counters.droppedUnknownKey).toBe(unknownKeysPerEnvironmentMax);
    time += 4 * 86_400_000;
    // What is dropped shows all the same that time has passed.
    await api.count(sent("new"));
    expect(api.telemetry.counters.droppedUnknownKey).toBe(2 * unknownKeysPerEnvironmentMax);
    await api.telemetry.runHousekeeping();
    await api.count(sent("new"));
    expect(api.telemetry.counters.droppedUnknownKey).toBe(2 * unknownKeysPerEnvironmentMax);
  });
});

test("a new environment is counted from its first submission", async () => {
  await using api = await start(stateWith({ features: ["search"] }));
  api.commit({ kind: "environment.created", environment: environment(custom) });
  await api.count([metric("search")], custom);
  expect(await api.totals(custom)).toEqual({ search: [1, 0] });
});
