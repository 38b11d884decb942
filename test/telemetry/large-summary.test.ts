import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Spawn } from "../../src/telemetry/worker-thread.ts";
import { spawnLocal } from "./local-thread.ts";
import { TelemetryApi } from "./telemetry-api.ts";
import { stateWith } from "./telemetry-state.ts";

const now = Date.UTC(2026, 10, 21, 12, 34, 56);
const features = Array.from({ length: 1_000 }, (_, index) => `feature ${index}`);
/** Parts of 90 buckets a feature. */
const partsMin = 10;

let api: TelemetryApi;
let partsAsked = 0;
let die: (() => void) | undefined;

/** Counts what the worker is asked, and can end it. */
const counting: Spawn = (listener) => {
  const thread = spawnLocal(listener);
  die = () => thread.terminate();
  return {
    post(message, transfer) {
      partsAsked += message.kind === "call" && message.call.kind === "summary" ? 1 : 0;
      thread.post(message, transfer);
    },
    terminate: () => thread.terminate(),
  };
};

beforeAll(async () => {
  api = await TelemetryApi.start({
    state: stateWith({ features }),
    now: () => now,
    telemetry: { spawn: counting, restartMsMin: 1 },
  });
  const time = Math.floor(now / 1_000);
  await api.count(features.map((key, index) => ({ key, time, result: true, value: index })));
});

afterAll(async () => {
  await api.telemetry.close();
});

test("a large summary is whole, and made in parts", async () => {
  partsAsked = 0;
  const summary = await api.summary("?days=90");
  expect(summary.features.map(({ key }) => key)).toEqual(features.toSorted());
  expect(
    summary.features.every(({ key, summary: { total } }) => total === features.indexOf(key)),
  ).toBe(true);
  expect(partsAsked).toBeGreaterThan(partsMin);
});

test("what fits into one part is one, and has a length", async () => {
  partsAsked = 0;
  await api.summary("?days=1&keys=feature%201");
  expect(partsAsked).toBe(1);
});

test("a reader that stops leaves the rest unmade", async () => {
  partsAsked = 0;
  const response = await api.send("/telemetry/summary?days=90");
  await response.body?.cancel();
  await Bun.sleep(20);
  expect(partsAsked).toBeLessThan(partsMin / 2);
});

test("a slow reader is waited for", async () => {
  partsAsked = 0;
  const response = await api.send("/telemetry/summary?days=90");
  await Bun.sleep(20);
  expect(partsAsked).toBeLessThan(partsMin / 2);
  expect(JSON.parse(await response.text())).toMatchObject({ days: 90 });
});

test("a summary whose worker dies breaks off: it is never shorter and whole", async () => {
  const response = await api.send("/telemetry/summary?days=90");
  die?.();
  await expect(response.text()).rejects.toThrow();
});
