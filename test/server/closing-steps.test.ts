import { expect, test } from "bun:test";
import { ClosingSteps } from "../../src/server/closing-steps.ts";

const soonMs = 20;
const neverMs = 60_000;

/** Steps, and the parts that could not be closed. */
function start() {
  const failures: [string, unknown][] = [];
  const closing = new ClosingSteps((part, error) => void failures.push([part, error]));
  return { closing, failures };
}

test("steps run in the reverse order, and each waits for those before it", async () => {
  const order: string[] = [];
  const { closing, failures } = start();
  for (const name of ["storage", "writer", "requests"]) {
    closing.add(name, neverMs, async () => {
      await Bun.sleep(1);
      order.push(name);
    });
  }
  expect(await closing.closeAll()).toBe(true);
  expect(order).toEqual(["requests", "writer", "storage"]);
  expect(failures).toEqual([]);
});

test("steps beside each other run together", async () => {
  const { closing } = start();
  const met = Promise.withResolvers<void>();
  closing.add("first", neverMs, () => met.promise);
  closing.addParallel("second", async () => met.resolve());
  expect(await closing.closeAll()).toBe(true);
});

test("a step that throws, rejects or never ends does not keep the others from running", async () => {
  const order: string[] = [];
  const { closing, failures } = start();
  const fault = new Error("no");
  closing.add("last", neverMs, async () => order.push("last"));
  closing.add("throws", neverMs, () => {
    throw fault;
  });
  closing.add("rejects", neverMs, () => Promise.reject(fault));
  closing.addParallel("beside", async () => order.push("beside"));
  closing.add("hangs", soonMs, () => new Promise(() => undefined));
  expect(await closing.closeAll()).toBe(false);
  expect(failures).toEqual([
    ["hangs", new Error(`not closed after ${soonMs} ms`)],
    ["rejects", fault],
    ["throws", fault],
  ]);
  expect(order).toEqual(["beside", "last"]);
});

test("a step that fails after its time is no unhandled rejection, and no step runs twice", async () => {
  const { closing } = start();
  const late = Promise.withResolvers<never>();
  let count = 0;
  closing.add("late", soonMs, () => {
    count++;
    return late.promise;
  });
  expect(await closing.closeAll()).toBe(false);
  late.reject(new Error("too late"));
  expect(await closing.closeAll()).toBe(true);
  await Bun.sleep(1);
  expect(count).toBe(1);
});
