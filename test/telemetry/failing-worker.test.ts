import { afterEach, describe, expect, mock, spyOn, test } from "bun:test";
import { AggregatedCounts } from "../../src/telemetry/worker/counting/aggregated-counts.ts";
import { CountJournal } from "../../src/telemetry/worker/store/count-journal.ts";
import { Housekeeping } from "../../src/telemetry/worker/store/housekeeping.ts";
import { KeyIds } from "../../src/telemetry/worker/store/key-ids.ts";
import { workerThreadSpawner } from "../../src/telemetry/worker-thread.ts";
import { readAnswer } from "../helpers/answer.ts";
import { expectUnavailable, metric, now, until } from "./scripted-worker.ts";
import { submissionOf, TelemetryApi } from "./telemetry-api.ts";
import { stateWith } from "./telemetry-state.ts";

afterEach(() => {
  mock.restore();
});

function start(): Promise<TelemetryApi> {
  return TelemetryApi.start({ state: stateWith({ features: ["search"] }), now: () => now });
}

/** What SQLite throws when the disk does not answer. */
function diskError(): Error {
  return Object.assign(new Error("disk I/O error"), { code: "SQLITE_IOERR_READ" });
}

/** The faults, which are expected ones. */
async function stopped(api: TelemetryApi): Promise<string> {
  await api.telemetry.close();
  return api.faults.map(String).join("\n");
}

describe("a disk that is dead", () => {
  test("makes submissions and summaries 503, and reports it", async () => {
    const api = await start();
    await api.count([metric]);
    const append = spyOn(CountJournal.prototype, "append").mockImplementation(() => {
      throw diskError();
    });
    const find = spyOn(KeyIds.prototype, "find").mockImplementation(() => {
      throw diskError();
    });
    const submission = submissionOf([metric]);
    await expectUnavailable(api.submit(submission), "POST");
    await expectUnavailable(api.send("/telemetry/summary"), "GET");
    expect(api.telemetry.isAlive).toBe(true);
    append.mockRestore();
    find.mockRestore();
    await api.accepted(submission);
    expect(await api.totals()).toEqual({ search: [2, 0] });
    expect(api.telemetry.counters).toMatchObject({ unavailable: 1, workerRestarts: 0 });
    const faults = await stopped(api);
    expect(faults).toContain("disk I/O error");
    expect(faults).toContain("a summary could not be read");
  });

  test("makes a summary that has begun break off, never end as valid JSON", async () => {
    const features = Array.from({ length: 500 }, (_, index) => `feature ${index}`);
    const api = await TelemetryApi.start({ state: stateWith({ features }), now: () => now });
    const response = await api.send("/telemetry/summary?days=90");
    expect(response.status).toBe(200);
    spyOn(KeyIds.prototype, "find").mockImplementation(() => {
      throw diskError();
    });
    await expect(response.text()).rejects.toThrow();
    expect(await stopped(api)).toContain("a summary could not be read");
  });
});

describe("an error of the program", () => {
  test("in adding up refuses that submission alone, and counts nothing of it", async () => {
    const api = await start();
    const { add } = AggregatedCounts.prototype;
    spyOn(AggregatedCounts.prototype, "add").mockImplementation(function (
      this: AggregatedCounts,
      environmentId,
      metrics,
      window,
    ) {
      add.call(this, environmentId, metrics, window);
      if (metrics.keys.slice(0, metrics.count).some(({ text }) => text === "poison")) {
        throw new Error("a mistake in adding up");
      }
    });
    const poison = submissionOf([
      { ...metric, value: 100 },
      { ...metric, key: "poison" },
    ]);
    const others = Array.from({ length: 20 }, () => submissionOf([metric]));
    const answers = await Promise.all(
      [...others.slice(0, 10), poison, ...others.slice(10)].map((sent) => api.submit(sent)),
    );
    expect(answers.map(({ status }) => status)).toEqual([
      ...others.slice(0, 10).map(() => 202),
      500,
      ...others.slice(10).map(() => 202),
    ]);
    expect(await api.totals()).toEqual({ search: [20, 0] });
    mock.restore();
    // It was not counted, so it counts when it is sent again.
    await api.accepted(poison);
    expect(await api.totals()).toEqual({ search: [120, 0] });
    expect(api.telemetry.counters).toMatchObject({ submissions: 21, workerRestarts: 0 });
    expect(await stopped(api)).toBe("Error: a mistake in adding up");
  });

  test("in a summary is 500 and reported, and the next summary is answered", async () => {
    const api = await start();
    await api.count([metric]);
    const find = spyOn(KeyIds.prototype, "find").mockImplementation(() => {
      throw new Error("a mistake in a summary");
    });
    const response = await api.send("/telemetry/summary");
    const [, body] = await readAnswer(response, { method: "GET" });
    expect(response.status).toBe(500);
    expect(JSON.stringify(body)).not.toContain("a mistake");
    find.mockRestore();
    expect(await api.totals()).toEqual({ search: [1, 0] });
    expect(await stopped(api)).toContain("a mistake in a summary");
  });

  test("in housekeeping is reported, and the next run is complete", async () => {
    const api = await start();
    const steps = spyOn(Housekeeping.prototype, "steps").mockImplementation(() => {
      throw new Error("a mistake in housekeeping");
    });
    await expect(api.telemetry.runHousekeeping()).rejects.toThrow("a mistake in housekeeping");
    await api.count([metric]);
    steps.mockRestore();
    await api.telemetry.runHousekeeping();
    expect(await api.totals()).toEqual({ search: [1, 0] });
    // The run at the start failed too.
    expect(await stopped(api)).toBe("WorkerCallError: a mistake in housekeeping");
  });

  test("that ends the worker's thread is 503 and reported, and a new worker is started", async () => {
    const api = await TelemetryApi.start({
      state: stateWith({ features: ["search"] }),
      now: () => now,
      telemetry: {
        spawn: workerThreadSpawner(new URL("./throwing-worker.ts", import.meta.url)),
        restartMsMin: 1,
      },
    });
    await expectUnavailable(api.submit(submissionOf([metric])), "POST");
    await until(() => api.telemetry.isAlive);
    await api.summary();
    expect(api.telemetry.counters.workerRestarts).toBe(1);
    expect(await stopped(api)).toContain("a mistake in the worker");
  }, 180_000);
});
