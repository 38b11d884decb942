import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { submissionOf, TelemetryApi, temporaryDirectory } from "../../telemetry-api.ts";
import { stateWith } from "../../telemetry-state.ts";

const now = Date.UTC(2026, 10, 21, 12, 34, 56);
const metric = { key: "search", time: Math.floor(now / 1_000), result: true, value: 1 };

function start(directory: string): Promise<TelemetryApi> {
  return TelemetryApi.start({
    state: stateWith({ features: ["search"] }),
    now: () => now,
    telemetry: { directory },
  });
}

/** Makes every insert into a table fail until it is disposed. */
function failing(directory: string, table: string): Disposable {
  const file = join(directory, "telemetry.db");
  const run = (statement: string) => {
    using database = new Database(file);
    database.run(statement);
  };
  run(
    `CREATE TRIGGER failing BEFORE INSERT ON ${table} BEGIN SELECT raise(ABORT, 'no space'); END`,
  );
  return { [Symbol.dispose]: () => run("DROP TRIGGER failing") };
}

test("submissions that cannot be committed get 503, one fault is reported, and a repeat counts", async () => {
  using directory = temporaryDirectory();
  const api = await start(directory.path);
  const submission = submissionOf([metric, { ...metric, key: "an unknown key" }]);
  {
    using _ = failing(directory.path, "journal");
    for (const __ of [1, 2, 3]) {
      expect((await api.submit(submission)).status).toBe(503);
    }
    expect((await api.submit(submissionOf([{ ...metric, value: -1 }]))).status).toBe(422);
    expect(await api.totals()).toEqual({});
  }
  expect(api.faults.map(String)).toEqual([expect.stringContaining("no space")]);
  await api.accepted(submission);
  await api.accepted(submission);
  expect(await api.totals()).toEqual({ search: [1, 0] });
  expect(api.telemetry.counters).toMatchObject({ submissions: 1, unavailable: 3, refused: 1 });
  await api.telemetry.close();
});

test("counts that cannot be flushed to the tables are in summaries, also after a restart", async () => {
  using directory = temporaryDirectory();
  const api = await start(directory.path);
  await api.count([metric]);
  await api.telemetry.runHousekeeping();
  {
    using _ = failing(directory.path, "minutes");
    await api.count([metric]);
    await expect(api.telemetry.runHousekeeping()).rejects.toThrow("no space");
    await api.count([metric]);
    expect(await api.totals()).toEqual({ search: [3, 0] });
    await api.telemetry.close();
    const again = await start(directory.path);
    expect(await again.totals()).toEqual({ search: [3, 0] });
    await again.telemetry.close();
  }
  await using repaired = await start(directory.path);
  await repaired.telemetry.runHousekeeping();
  expect(await repaired.totals()).toEqual({ search: [3, 0] });
});
