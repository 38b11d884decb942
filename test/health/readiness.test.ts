import { expect, test } from "bun:test";
import { type Check, Readiness } from "../../src/health/readiness.ts";

function asking(checks: Record<string, Check>, timeoutMs?: number) {
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

const fine: Check = async () => undefined;
const broken: Check = async () => {
  throw new Error("broken");
};

test("it is ready if every check is well, and names those that are not", async () => {
  expect(await asking({ a: fine, b: fine }).readiness.ask()).toEqual({ failed: [] });
  expect(await asking({ a: fine, b: broken }).readiness.ask()).toEqual({ failed: ["b"] });
  expect(await asking({ a: broken, b: broken }).readiness.ask()).toEqual({ failed: ["a", "b"] });
});

test("checks run once a second, however often and however many ask", async () => {
  let runs = 0;
  const { clock, readiness } = asking({
    a: async () => {
      runs++;
    },
  });
  await Promise.all(Array.from({ length: 1_000 }, () => readiness.ask()));
  clock.ms += 999;
  await readiness.ask();
  expect(runs).toBe(1);
  clock.ms += 1;
  await readiness.ask();
  expect(runs).toBe(2);
});

test("a change is told once, with its reason", async () => {
  let check = fine;
  const { clock, changes, readiness } = asking({ a: () => check() });
  for (const next of [fine, broken, broken, fine, fine]) {
    check = next;
    await readiness.ask();
    clock.ms += 1_000;
  }
  expect(changes).toEqual(["a: broken", "a: null"]);
});

test("a check that never answers has failed", async () => {
  const { changes, readiness } = asking({ a: () => new Promise(() => undefined), b: fine }, 10);
  expect(await readiness.ask()).toEqual({ failed: ["a"] });
  expect(changes).toEqual(["a: no answer in 10 ms"]);
});
