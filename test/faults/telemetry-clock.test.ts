import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { TelemetryApi } from "../telemetry/telemetry-api.ts";
import { stateWith } from "../telemetry/telemetry-state.ts";

const startMs = Date.UTC(2026, 10, 21, 12, 34, 56);
const dayMs = 24 * 3_600_000;
const retentionDays = 90;

/** Telemetry in a directory; `clock` is the server's. */
async function start(directory: string, clock: { ms: number }): Promise<TelemetryApi> {
  return TelemetryApi.start({
    state: stateWith({ features: ["search"], retentionDays }),
    now: () => clock.ms,
    telemetry: { directory },
  });
}

/** Counts one evaluation at a time, which is that of the client's clock. */
function count(api: TelemetryApi, atMs: number): Promise<void> {
  return api.count([{ key: "search", time: Math.floor(atMs / 1_000), result: true, value: 1 }]);
}

/** The number of rows of each table with counts; a key's past days are one row. */
function rowsOf(directory: string): Record<string, number> {
  using database = new Database(join(directory, "telemetry.db"), { readonly: true });
  const rows = (table: string) => database.query(`SELECT 1 FROM ${table}`).all().length;
  return {
    minutes: rows("minutes"),
    hours: rows("hours"),
    days: rows("days") + rows("past_days"),
  };
}

describe("a start with the clock months ahead", () => {
  test("deletes and rolls up nothing, and is warned of", async () => {
    using directory = new TemporaryDirectory();
    const clock = { ms: startMs };
    {
      await using api = await start(directory.path, clock);
      await count(api, startMs);
      await count(api, startMs - 80 * dayMs);
      await api.telemetry.runHousekeeping();
      expect(api.warnings).toEqual([]);
    }
    const before = rowsOf(directory.path);
    expect(before).toEqual({ minutes: 1, hours: 0, days: 1 });
    clock.ms = startMs + 200 * dayMs;
    {
      await using api = await start(directory.path, clock);
      await api.telemetry.runHousekeeping();
      await api.telemetry.runHousekeeping();
      expect(api.warnings).toEqual([expect.stringContaining("200.0 days after")]);
    }
    expect(rowsOf(directory.path)).toEqual(before);
    clock.ms = startMs + 60_000;
    await using api = await start(directory.path, clock);
    expect(await api.totals()).toEqual({ search: [2, 0] });
    expect(api.warnings).toEqual([expect.stringContaining("days before")]);
  });

  test("accepts what clients with a right clock send", async () => {
    using directory = new TemporaryDirectory();
    const clock = { ms: startMs };
    {
      await using api = await start(directory.path, clock);
      await count(api, startMs);
    }
    clock.ms = startMs + 200 * dayMs;
    {
      await using api = await start(directory.path, clock);
      await count(api, startMs + 60_000);
      await api.telemetry.runHousekeeping();
      expect(api.telemetry.counters).toMatchObject({ metrics: 1, droppedTimeOutOfRange: 0 });
    }
    expect(rowsOf(directory.path)).toEqual({ minutes: 2, hours: 0, days: 0 });
    clock.ms = startMs + 120_000;
    await using api = await start(directory.path, clock);
    expect(await api.totals()).toEqual({ search: [2, 0] });
  });

  test("forgets no request id, so that a repeated submission counts once", async () => {
    using directory = new TemporaryDirectory();
    const clock = { ms: startMs };
    const metric = { key: "search", time: startMs / 1_000, result: true, value: 1 };
    const submission = { request_id: crypto.randomUUID(), enabled_metrics: [metric] };
    {
      await using api = await start(directory.path, clock);
      await api.accepted(submission);
      await api.telemetry.runHousekeeping();
    }
    clock.ms = startMs + 200 * dayMs;
    await using api = await start(directory.path, clock);
    await api.accepted(submission);
    expect(api.telemetry.counters).toMatchObject({ submissions: 0, duplicates: 1 });
    clock.ms = startMs;
    expect(await api.totals()).toEqual({ search: [1, 0] });
  });
});

test("counts are deleted when they are old by the clock and by newer counts", async () => {
  using directory = new TemporaryDirectory();
  const clock = { ms: startMs };
  {
    await using api = await start(directory.path, clock);
    await count(api, startMs);
    await api.telemetry.runHousekeeping();
    clock.ms = startMs + (retentionDays + 1) * dayMs;
    await api.telemetry.runHousekeeping();
  }
  expect(rowsOf(directory.path)).toEqual({ minutes: 1, hours: 0, days: 0 });
  {
    await using api = await start(directory.path, clock);
    await count(api, clock.ms);
    await api.telemetry.runHousekeeping();
  }
  expect(rowsOf(directory.path)).toEqual({ minutes: 1, hours: 0, days: 0 });
  await using api = await start(directory.path, clock);
  expect(await api.totals()).toEqual({ search: [1, 0] });
});

describe("a warning", () => {
  test("is given for each jump of more than a day in a running server", async () => {
    const clock = { ms: startMs };
    await using api = await start(":memory:", clock);
    for (const stepMs of [dayMs, 3 * dayMs, 1_000, -2 * dayMs, -dayMs]) {
      clock.ms += stepMs;
      await api.telemetry.runHousekeeping();
    }
    expect(api.warnings).toEqual([
      expect.stringContaining("3.0 days after"),
      expect.stringContaining("2.0 days before"),
    ]);
  });

  test("is not given for a restart within a day, or for the first start", async () => {
    using directory = new TemporaryDirectory();
    const clock = { ms: startMs };
    for (const stepMs of [0, dayMs - 1_000, -dayMs]) {
      clock.ms += stepMs;
      await using api = await start(directory.path, clock);
      await api.telemetry.runHousekeeping();
      expect(api.warnings).toEqual([]);
    }
  });
});
