import { expect, test } from "bun:test";
import fc from "fast-check";
import { type Spawn, spawnThread, type Thread } from "../../src/telemetry/worker-thread.ts";
import { submissionOf, TelemetryApi, temporaryDirectory, workerUrl } from "./telemetry-api.ts";
import { stateWith } from "./telemetry-state.ts";

const now = Date.UTC(2026, 10, 21, 12, 34, 56);
const features = ["search", "stats"];
const metrics = features.map((key) => ({
  key,
  time: Math.floor(now / 1_000),
  result: true,
  value: 1,
}));
const senders = 8;

/** Real worker threads, each of which is ended some time after it has opened its database. */
function shortLived(livesMs: number[]): Spawn {
  return (listener) => {
    const thread: Thread = spawnThread(workerUrl)({
      message(message) {
        listener.message(message);
        const lifeMs = livesMs[0];
        if (message.kind === "opened" && lifeMs !== undefined) {
          setTimeout(() => {
            livesMs.shift();
            thread.terminate();
          }, lifeMs);
        }
      },
      gone: (reason) => listener.gone(reason),
    });
    return thread;
  };
}

test("workers killed at any moment lose nothing accepted and double nothing repeated", async () => {
  const lives = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 6, maxLength: 6 });
  await fc.assert(fc.asyncProperty(lives, survives), { numRuns: 1 });
}, 20_000);

async function survives(lives: readonly number[]): Promise<void> {
  using directory = temporaryDirectory();
  const livesLeft = [...lives];
  const api = await TelemetryApi.start({
    state: stateWith({ features }),
    now: () => now,
    telemetry: { directory: directory.path, spawn: shortLived(livesLeft), restartMsMin: 1 },
  });
  let count = 0;
  const send = async () => {
    while (livesLeft.length > 0) {
      await untilAccepted(api, submissionOf(metrics));
      count++;
    }
  };
  await Promise.all(Array.from({ length: senders }, send));
  expect(await api.totals()).toEqual({ search: [count, 0], stats: [count, 0] });
  await api.telemetry.keepHouse();
  expect(await api.totals()).toEqual({ search: [count, 0], stats: [count, 0] });
  expect(api.telemetry.counters.workerRestarts).toBe(lives.length);
  expect(api.faults).toHaveLength(lives.length);
  await api.telemetry.close();
}

/** As clients do: the same submission again until it is accepted. */
async function untilAccepted(api: TelemetryApi, submission: ReturnType<typeof submissionOf>) {
  for (;;) {
    const response = await api.submit(submission);
    if (response.status !== 503) {
      expect(response.status).toBe(202);
      return;
    }
    expect(response.headers.get("retry-after")).toBe("1");
    await Bun.sleep(1);
  }
}
