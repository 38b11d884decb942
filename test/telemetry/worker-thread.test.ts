import { expect, test } from "bun:test";
import { workerThreadSpawner } from "../../src/telemetry/worker-thread.ts";
import { workerUrl } from "../helpers/worker-entries.ts";
import { submissionOf, TelemetryApi, temporaryDirectory } from "./telemetry-api.ts";
import { stateWith } from "./telemetry-state.ts";

const now = Date.UTC(2026, 10, 21, 12, 34, 56);
const metric = { key: "search", time: Math.floor(now / 1_000), result: true, value: 1 };

test("a worker in a real thread has stored everything accepted when it is closed", async () => {
  using directory = temporaryDirectory();
  const start = () =>
    TelemetryApi.start({
      state: stateWith({ features: ["search"] }),
      now: () => now,
      telemetry: { directory: directory.path, spawn: workerThreadSpawner(workerUrl) },
    });
  const count = 300;
  {
    await using api = await start();
    const sendTen = async () => {
      for (let sent = 0; sent < 10; sent++) {
        await api.count([metric]);
      }
    };
    await Promise.all(Array.from({ length: count / 10 }, sendTen));
    expect(api.telemetry.counters).toMatchObject({ submissions: count, metrics: count });
    expect(api.telemetry.counters.commits).toBeLessThan(count / 2);
    // Sent, but not answered yet when telemetry is closed.
    const last = api.submit(submissionOf([metric]));
    await Bun.sleep(1);
    await api.telemetry.close();
    expect((await last).status).toBe(202);
  }
  await using api = await start();
  expect(await api.totals()).toEqual({ search: [count + 1, 0] });
});
