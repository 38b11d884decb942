import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  type SpawnWorker,
  type WorkerThread,
  workerThreadSpawner,
} from "../../src/telemetry/worker-thread.ts";
import { workerUrl } from "../helpers/worker-entries.ts";
import {
  guardedRollout,
  minutesOf,
  outcomeOf,
  outcomeSubmission,
  submittedOutcomes,
} from "./outcomes.ts";
import { submissionOf, TelemetryApi, temporaryDirectory } from "./telemetry-api.ts";
import { stateWith } from "./telemetry-state.ts";

const now = Date.UTC(2026, 10, 21, 12, 34, 56);
const features = ["search", "stats"];
const metrics = features.map((key) => ({
  key,
  time: Math.floor(now / 1_000),
  result: true,
  value: 1,
}));
const minute = Math.floor(now / 60_000);
const outcome = outcomeOf("checkout", "search", true, { 2: [3, 1], 9: [1, 0] });
const senders = 8;

/** Spawns real worker threads, each terminated some milliseconds after it has opened the database. */
function shortLived(livesMs: number[]): SpawnWorker {
  return (listener) => {
    const thread: WorkerThread = workerThreadSpawner(workerUrl)({
      onMessage(message) {
        listener.onMessage(message);
        const lifeMs = livesMs[0];
        if (message.kind === "opened" && lifeMs !== undefined) {
          setTimeout(() => {
            livesMs.shift();
            thread.terminate();
          }, lifeMs);
        }
      },
      onEnd: (reason) => listener.onEnd(reason),
    });
    return thread;
  };
}

test("workers killed at any moment lose no accepted submission and count none twice", async () => {
  const lives = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 6, maxLength: 6 });
  await fc.assert(fc.asyncProperty(lives, survives), { numRuns: 1 });
}, 180_000);

async function survives(lives: readonly number[]): Promise<void> {
  using directory = temporaryDirectory();
  const livesLeft = [...lives];
  const api = await TelemetryApi.start({
    state: stateWith({ features }),
    now: () => now,
    telemetry: { directory: directory.path, spawn: shortLived(livesLeft), restartMsMin: 1 },
  });
  api.commit(guardedRollout(1, "search", ["checkout"]));
  let count = 0;
  const send = async () => {
    while (livesLeft.length > 0) {
      const counted = submissionOf(metrics);
      await untilAccepted(() => api.submit(counted));
      const ended = outcomeSubmission([outcome]);
      await untilAccepted(() => submittedOutcomes(api, ended));
      count++;
    }
  };
  await Promise.all(Array.from({ length: senders }, send));
  expect(await api.totals()).toEqual({ search: [count, 0], stats: [count, 0] });
  await api.telemetry.runHousekeeping();
  expect(await api.totals()).toEqual({ search: [count, 0], stats: [count, 0] });
  const range = { environmentId: 1, key: "search", fromMinute: minute, toMinute: minute + 1 };
  expect(await minutesOf(api, "checkout", range)).toEqual([
    [minute, { 2: [3 * count, count], 9: [count, 0] }, {}],
  ]);
  expect(api.telemetry.counters.workerRestarts).toBe(lives.length);
  expect(api.faults).toHaveLength(lives.length);
  await api.telemetry.close();
}

/** Repeats a submission until it is accepted, as clients do. */
async function untilAccepted(submit: () => Promise<Response>) {
  for (;;) {
    const response = await submit();
    if (response.status !== 503) {
      expect(response.status).toBe(202);
      return;
    }
    expect(response.headers.get("retry-after")).toBe("1");
    await Bun.sleep(1);
  }
}
