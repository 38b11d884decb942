import { expect, test } from "bun:test";
import { BatchPace, commandsPerCommitMax } from "../../../src/app/writer/batch-pace.ts";
import { eventLoopIdle } from "./writer-fixture.ts";

/** A wait for the next batch, and whether it is over. */
function waiting(pace: BatchPace, queue: { count: number }) {
  const wait = { isOver: false };
  const over = pace
    .untilNextBatch(() => queue.count)
    .then(() => {
      wait.isOver = true;
    });
  return { wait, over };
}

const longMs = 60_000;

test("the next batch waits until as many commands are there as the last one had", async () => {
  const pace = new BatchPace();
  const queue = { count: 3 };
  pace.answered(16, longMs);
  const { wait, over } = waiting(pace, queue);
  for (queue.count = 4; queue.count < 16; queue.count++) {
    pace.arrived(queue.count);
    await eventLoopIdle();
    expect(wait.isOver).toBe(false);
  }
  pace.arrived(16);
  await over;
});

test("the wait is half of the commit's time at most, and a tenth of a second", async () => {
  const pace = new BatchPace();
  const startedAtMs = performance.now();
  pace.answered(16, longMs);
  await pace.untilNextBatch(() => 1);
  const afterMs = performance.now() - startedAtMs;
  expect(afterMs).toBeGreaterThanOrEqual(95);
  expect(afterMs).toBeLessThan(longMs / 2);
});

test("a single client does not wait for others", async () => {
  const pace = new BatchPace();
  pace.answered(1, longMs);
  const { wait } = waiting(pace, { count: 1 });
  await eventLoopIdle();
  expect(wait.isOver).toBe(true);
});

test("a full batch waits for nothing", async () => {
  const pace = new BatchPace();
  pace.answered(commandsPerCommitMax, longMs);
  const { wait } = waiting(pace, { count: commandsPerCommitMax });
  await eventLoopIdle();
  expect(wait.isOver).toBe(true);
});
