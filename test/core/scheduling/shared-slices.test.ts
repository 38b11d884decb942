import { expect, test } from "bun:test";
import { runSlice } from "../../../src/core/scheduling/shared-slices.ts";

/** Runs all steps of long work, in slices. */
async function runSliced(step: () => boolean): Promise<void> {
  while (await runSlice(step)) {
    // The next slice waits for its turn.
  }
}

/** Work of so many steps, each of which takes longer than a slice may. */
function longWork(steps: number, onStep: (index: number) => void) {
  let done = 0;
  return () => {
    const endsMs = performance.now() + 6;
    while (performance.now() < endsMs) {
      // A step takes its time.
    }
    onStep(done);
    done += 1;
    return done < steps;
  };
}

test("other work of the thread gets a turn between two slices", async () => {
  const order: string[] = [];
  const work = runSliced(longWork(3, (index) => order.push(`step ${index}`)));
  const other = (async () => {
    for (let turn = 0; turn < 3; turn++) {
      await new Promise((resume) => setImmediate(resume));
      order.push("other");
    }
  })();
  await Promise.all([work, other]);
  expect(order.filter((each) => each === "other")).toHaveLength(3);
  expect(order.indexOf("other")).toBeLessThan(order.indexOf("step 1"));
  expect(order.indexOf("step 2")).toBeGreaterThan(order.indexOf("other"));
});

test("all long work together has one slice in a turn, one after the other", async () => {
  const order: string[] = [];
  let turn = 0;
  const turnsOfSteps: number[] = [];
  const timer = setInterval(() => undefined, 1);
  const countTurns = () => {
    turn += 1;
    if (turnsOfSteps.length < 6) {
      setImmediate(countTurns);
    }
  };
  setImmediate(countTurns);
  const workOf = (name: string) =>
    runSliced(
      longWork(3, (index) => {
        order.push(`${name}${index}`);
        turnsOfSteps.push(turn);
      }),
    );
  await Promise.all([workOf("a"), workOf("b")]);
  clearInterval(timer);
  expect(order).toEqual(["a0", "b0", "a1", "b1", "a2", "b2"]);
  expect(new Set(turnsOfSteps).size).toBe(6);
});

test("short steps share a slice, and work that throws stops only itself", async () => {
  let count = 0;
  const failing = runSliced(() => {
    throw new Error("broken");
  });
  const step = () => {
    count += 1;
    return count < 1_000;
  };
  let slices = 1;
  const first = runSlice(step);
  await expect(failing).rejects.toThrow("broken");
  let hasMore = await first;
  while (hasMore) {
    slices += 1;
    hasMore = await runSlice(step);
  }
  expect(count).toBe(1_000);
  // One, unless other processes take the processor's time.
  expect(slices).toBeLessThan(500);
});
