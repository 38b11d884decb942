import { expect, test } from "bun:test";
import { Readiness, type ReadinessCheck } from "../../../src/http/health/readiness.ts";

function asking(checks: Record<string, ReadinessCheck>, timeoutMs?: number) {
  const clock = { ms: 0 };
  const changes: string[] = [];
  const readiness = new Readiness({
    checks,
    now: () => clock.ms,
    onChange: (check, reason) =>
      changes.push(`${check}: ${reason instanceof Error ? reason.message : reason}`),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  return { clock, changes, readiness };
}

const fine: ReadinessCheck = async () => undefined;
const broken: ReadinessCheck = async () => {
  throw new Error("broken");
};

test("it is ready if every check succeeds, and names the failed ones otherwise", async () => {
  expect(await asking({ a: fine, b: fine }).readiness.check()).toEqual({ failed: [] });
  expect(await asking({ a: fine, b: broken }).readiness.check()).toEqual({ failed: ["b"] });
  expect(await asking({ a: broken, b: broken }).readiness.check()).toEqual({ failed: ["a", "b"] });
});

test("checks run at most once per second, however many requests there are", async () => {
  let runs = 0;
  const { clock, readiness } = asking({
    a: async () => {
      runs++;
    },
  });
  await Promise.all(Array.from({ length: 1_000 }, () => readiness.check()));
  clock.ms += 999;
  await readiness.check();
  expect(runs).toBe(1);
  clock.ms += 1;
  await readiness.check();
  expect(runs).toBe(2);
});

test("a change is reported once, with its reason", async () => {
  let check = fine;
  const { clock, changes, readiness } = asking({ a: () => check() });
  for (const next of [fine, broken, broken, fine, fine]) {
    check = next;
    await readiness.check();
    clock.ms += 1_000;
  }
  expect(changes).toEqual(["a: broken", "a: null"]);
});

test("a check without a result fails", async () => {
  const { changes, readiness } = asking({ a: () => new Promise(() => undefined), b: fine }, 10);
  expect(await readiness.check()).toEqual({ failed: ["a"] });
  expect(changes).toEqual(["a: no answer in 10 ms"]);
});

test("a check that hangs is not run again before it has a result", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let runs = 0;
  const check = () => {
    runs++;
    return promise;
  };
  const { clock, readiness } = asking({ a: check }, 1);
  for (let second = 0; second < 5; second++) {
    expect(await readiness.check()).toEqual({ failed: ["a"] });
    clock.ms += 1_000;
  }
  const last = readiness.check();
  resolve();
  expect(await last).toEqual({ failed: [] });
  expect(runs).toBe(1);
  clock.ms += 1_000;
  await readiness.check();
  expect(runs).toBe(2);
});
