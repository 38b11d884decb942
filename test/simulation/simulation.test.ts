import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { runSchedule, worlds } from "./run-schedule.ts";
import { newSchedule, type Schedule, shortest } from "./schedule.ts";

const regressions = join(import.meta.dir, "regressions");

describe.each(Object.entries(worlds))("the world %s", (name, { form }) => {
  test("is the same for the same seed, and another one for another seed", async () => {
    const traceOf = async (seed: number) => {
      const lines: string[] = [];
      const outcome = await runSchedule(newSchedule(seed, name, form), (line) => lines.push(line));
      return { ...outcome, lines };
    };
    const first = await traceOf(1);
    expect(first.violation).toBeUndefined();
    expect(first.counts.acknowledged).toBeGreaterThan(0);
    expect(await traceOf(1)).toEqual(first);
    expect((await traceOf(2)).digest).not.toBe(first.digest);
  });

  test("has the real clock and timers again afterwards", async () => {
    const before = [Date, Date.now, setTimeout, performance.now, Math.random, Bun.sleep];
    await runSchedule(newSchedule(3, name, form));
    expect([Date, Date.now, setTimeout, performance.now, Math.random, Bun.sleep]).toEqual(before);
    expect(crypto.randomUUID()).not.toBe(crypto.randomUUID());
  });
});

test("a failing schedule is shortened to the steps that matter", async () => {
  const schedule = newSchedule(7, "cluster", { ...worldForm(), weights: { write: 9, kill: 1 } });
  const matters = (tried: Schedule) => tried.steps.filter(({ kind }) => kind === "kill").length > 1;
  const fewer = await shortest(schedule, async (tried) => matters(tried));
  expect(fewer.steps.map(({ kind }) => kind)).toEqual(["kill", "kill"]);
});

test("schedules that once failed hold", async () => {
  for await (const file of new Bun.Glob("*.json").scan(regressions)) {
    const schedule: Schedule = await Bun.file(join(regressions, file)).json();
    const { violation } = await runSchedule(schedule);
    expect([file, violation]).toEqual([file, undefined]);
  }
});

function worldForm() {
  return worlds.cluster?.form ?? { weights: {}, nodeCount: 1, stepsMax: 1, pauseMsMax: 1 };
}
