import { afterAll, beforeAll, expect, test } from "bun:test";
import type { SpawnWorker } from "../../src/telemetry/worker-thread.ts";
import { spawnOnSameThread } from "./same-thread-worker.ts";
import { TelemetryApi } from "./telemetry-api.ts";
import { stateWith } from "./telemetry-state.ts";

const now = Date.UTC(2026, 10, 21, 12, 34, 56);
const features = Array.from({ length: 1_000 }, (_, index) => `feature ${index}`);
/** The summary over 90 days has at least so many parts. */
const partsMin = 10;

let api: TelemetryApi;
let partsRequested = 0;
let endWorker: (() => void) | undefined;

/** Counts the parts that are requested; `endWorker` ends the worker. */
const countingSpawn: SpawnWorker = (listener) => {
  const thread = spawnOnSameThread(listener);
  endWorker = () => thread.terminate();
  return {
    post(message, transfer) {
      partsRequested += message.kind === "call" && message.call.kind === "summary" ? 1 : 0;
      thread.post(message, transfer);
    },
    terminate: () => thread.terminate(),
  };
};

beforeAll(async () => {
  api = await TelemetryApi.start({
    state: stateWith({ features }),
    now: () => now,
    telemetry: { spawn: countingSpawn, restartMsMin: 1 },
  });
  const time = Math.floor(now / 1_000);
  await api.count(features.map((key, index) => ({ key, time, result: true, value: index })));
});

afterAll(async () => {
  await api.telemetry.close();
});

test("a large summary is complete, and made in several parts", async () => {
  partsRequested = 0;
  const summary = await api.summary("?days=90");
  expect(summary.features.map(({ key }) => key)).toEqual(features.toSorted());
  expect(
    summary.features.every(({ key, summary: { total } }) => total === features.indexOf(key)),
  ).toBe(true);
  expect(partsRequested).toBeGreaterThan(partsMin);
});

test("a small summary is made in one part", async () => {
  partsRequested = 0;
  await api.summary("?days=1&keys=feature%201");
  expect(partsRequested).toBe(1);
});

test("parts are no longer made after the client has cancelled", async () => {
  partsRequested = 0;
  const response = await api.send("/telemetry/summary?days=90");
  await response.body?.cancel();
  await Bun.sleep(20);
  expect(partsRequested).toBeLessThan(partsMin / 2);
});

test("parts are made only as fast as the client reads", async () => {
  partsRequested = 0;
  const response = await api.send("/telemetry/summary?days=90");
  await Bun.sleep(20);
  expect(partsRequested).toBeLessThan(partsMin / 2);
  expect(JSON.parse(await response.text())).toMatchObject({ days: 90 });
});

test("a summary whose worker ends breaks off with an error, never as valid JSON", async () => {
  const response = await api.send("/telemetry/summary?days=90");
  endWorker?.();
  await expect(response.text()).rejects.toThrow();
});
