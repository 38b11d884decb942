import { describe, expect, test } from "bun:test";
import type { RolloutRow } from "../../src/api/admin/contract/rollout-models.ts";
import {
  differenceWords,
  evidenceWords,
  guardSentence,
  lineWithGaps,
  rateLines,
  toleratedRate,
} from "../../src/ui/rollouts/guard-words.ts";
import { holdSentence, nextLine, rungsOf } from "../../src/ui/rollouts/ladder.ts";
import { planWords } from "../../src/ui/rollouts/plan-words.ts";
import { expectationWords, type Preview, startWords } from "../../src/ui/rollouts/preview-words.ts";
import { pastOf } from "../../src/ui/rollouts/rollout-past.ts";
import { durationWords, timeNear } from "../../src/ui/rollouts/step-words.ts";
import {
  ladderSteps,
  newGuard,
  planAgain,
  planProblems,
  sentPlan,
  type TypedPlan,
  typedStart,
  withStep,
} from "../../src/ui/rollouts/typed-plan.ts";
import { after, before, day, guard, hour, now, percent, running, step } from "./sample-rollout.ts";

test("durations have at most two units, and are rounded up to a minute", () => {
  const cases: readonly (readonly [number, string])[] = [
    [30, "30 s"],
    [60, "1 min"],
    [61, "2 min"],
    [3 * hour + 720, "3 h 12 min"],
    [day, "a day"],
    [day + 3_599, "a day 1 h"],
    [3 * day, "3 days"],
  ];
  expect(cases.map(([seconds]) => durationWords(seconds))).toEqual(cases.map(([, text]) => text));
});

test("times of the next days name the day", () => {
  const days = [0, 1, -1, 3, 40].map((count) => timeNear(after(count * day), now).split(/[ ,]/)[0]);
  expect(days).toEqual(["today", "tomorrow", "yesterday", "Mon", "Jan"]);
});

describe("The steps of a rollout", () => {
  test("are made, current and to come", () => {
    const rungs = rungsOf(running, now);
    expect(rungs.map(({ state }) => state)).toEqual(["done", "now", "later", "later"]);
    expect(rungs.map(({ change }) => change)).toEqual(["5%", "25%", "50%", "100%"]);
    expect(rungs[1]).toMatchObject({ lead: "3 h 12 min left", note: "of a day", percent: 87 });
    expect(rungs[0]?.note).toStartWith("a day, until yesterday");
    expect(rungs[2]?.note).toEndWith("for a day");
    expect(rungs[3]?.note).toEndWith("then done");
  });

  const cases: readonly (readonly [string, Partial<RolloutRow>, string, RegExp])[] = [
    ["running", {}, "now", /^Next: 50% today .*\.$/],
    [
      "with a guard",
      { guards: [guard] },
      "now",
      /^Next: 50% today .*, unless a guard sees too many bad outcomes\.$/,
    ],
    ["paused", { state: "paused", nextAt: null }, "now", /^Paused\./],
    [
      "held",
      { state: "held", hold: { kind: "late", guard: null, text: null, at: now } },
      "held",
      /^$/,
    ],
    ["stopped", { state: "stopped", endedAt: now }, "halt", /^$/],
    ["done", { state: "done", endedAt: now }, "done", /^$/],
    ["waiting", { state: "waiting", step: -1 }, "later", /^Starts with 5% today .*\.$/],
  ];
  for (const [name, changes, state, next] of cases) {
    test(`of one that is ${name} say what happens next`, () => {
      const rollout = { ...running, ...changes };
      expect(rungsOf(rollout, now)[1]?.state).toBe(state as never);
      expect(nextLine(rollout, now)).toMatch(next);
    });
  }

  test("wait for checks and for a person", () => {
    const [first, second = first, ...rest] = running.steps;
    const steps = [first, { ...second, for: null, sample: 1_000 }, ...rest] as RolloutRow["steps"];
    const waiting = { ...running, steps, nextAt: null };
    expect(rungsOf(waiting, now)[1]?.note).toBe("until 1,000 enabled checks");
    expect(nextLine(waiting, now)).toBe("Next: 50%, after 1,000 enabled checks.");
  });

  test("are listed as they happened, latest first, with what held it", () => {
    const hold = { kind: "silent", guard: "checkout", text: null, at: now } as const;
    const past = pastOf({ ...running, state: "held", hold });
    expect(past.map(({ name, text }) => [name, text])).toEqual([
      [null, "held: No outcomes of “checkout” arrive, while checks go on."],
      [null, "5% → 25%"],
      [null, "5%"],
      ["Owner", "planned 4 steps: “The index is complete”"],
    ]);
    expect(holdSentence({ ...hold, guard: "$&" })).toContain("“$&”");
  });
});

describe("A guard", () => {
  test("compares rates, whose limit is that of the other side with the tolerance", () => {
    expect(differenceWords({ total: 25_570, bad: 107 }, { total: 49_636, bad: 194 })).toBe(
      "+0.03 points",
    );
    expect(differenceWords({ total: 0, bad: 0 }, { total: 4, bad: 1 })).toBe("–");
    expect(toleratedRate(guard, { total: 1_000, bad: 4 })).toBeCloseTo(0.009);
    expect(toleratedRate(guard, { total: 0, bad: 0 })).toBeNull();
    expect(guardSentence(guard)).toBe(
      "Guard “checkout”: if the rate of bad outcomes exceeds the rate without the feature plus 0.5 points, go back one step.",
    );
  });

  test("has evidence, which grows without a limit but not on the page", () => {
    const side = { total: 0, bad: 0, rate: null };
    const seen = { guard, state: "alarm", enabled: side, disabled: side, limit: 20 } as const;
    const words = (evidence: number) => evidenceWords({ ...seen, through: null, evidence });
    expect(words(0.61)).toEndWith("An alarm needs evidence of 20; it is 0.61 now.");
    expect(words(8.3e99)).toEndWith("it is over 1,000 now.");
  });

  test("has lines with gaps where nothing arrived", () => {
    const side = (total: number, bad: number) => ({ total, bad });
    const points = [10, 15, 130].map((minutes) => ({
      at: before(minutes * 60),
      ...{ enabled: side(100, 2), disabled: side(300, 3), evidence: 0 },
    }));
    const lines = rateLines(points, now);
    expect(lines.enabled).toHaveLength(72);
    expect(lines.enabled.filter((rate) => rate !== null)).toEqual([0.02, 0.02]);
    expect(lines.enabled.at(-2)).toBe(0.02);
    const size = { width: 30, height: 10 };
    expect(lineWithGaps([1, 0, null, 0.5], 1, size)).toBe("M0 0h0L10 10M30 5h0");
  });
});

describe("A plan", () => {
  const plan: TypedPlan = {
    ...{ steps: ladderSteps("usual", 21), guards: [], start: typedStart(now), late: "hold" },
  };

  test("begins above the current percentage, and adds a step before the last", () => {
    expect(sentPlan(plan)?.steps).toEqual([
      { change: percent(25), for: day, sample: null, approval: false },
      { change: percent(50), for: day, sample: null, approval: false },
      { change: percent(100), for: null, sample: null, approval: false },
    ]);
    const steps = withStep(plan.steps);
    expect(steps.map(({ percentage }) => percentage)).toEqual(["25", "50", "75", "100"]);
    expect(ladderSteps("day", 100)).toHaveLength(1);
  });

  test("is not sent with wrong input, which it names", () => {
    const [first, second, last] = plan.steps;
    const wrong = {
      ...plan,
      steps: [
        { ...first, percentage: "101" },
        { ...second, count: "" },
        { ...last, count: "0", sample: "1.5" },
      ] as TypedPlan["steps"],
      guards: [{ ...newGuard(), tolerance: "much", confidence: "100" }],
    };
    expect(sentPlan(wrong)).toBeNull();
    expect(planProblems(wrong)).toEqual([
      { kind: "percentage", step: 1 },
      { kind: "duration", step: 2 },
      { kind: "duration", step: 3 },
      { kind: "sample", step: 3 },
      { kind: "name", guard: 1 },
      { kind: "tolerance", guard: 1 },
      { kind: "confidence", guard: 1 },
    ]);
    const waits = { count: "", sample: " 500 ", approval: false };
    const typed = sentPlan({ ...plan, steps: [{ ...first, ...waits }, second, last] as never });
    expect(typed?.steps[0]).toMatchObject({ for: null, sample: 500, approval: false });
  });

  test("sends local times and tolerances as shares", () => {
    const start = { kind: "at" as const, time: "2027-03-28T02:30", zone: "Europe/Berlin" };
    const guards = [
      { ...newGuard(), name: " checkout ", tolerance: "0.5", kind: "absolute" as const },
    ];
    expect(sentPlan({ ...plan, guards, start })).toMatchObject({
      guards: [{ name: "checkout", tolerate: { absolute: 0.005 }, action: "return" }],
      start: { at: "2027-03-28T02:30", zone: "Europe/Berlin" },
    });
  });

  test("of a rollout that starts again has all that the rollout had", () => {
    const steps = [
      { ...step(5, 5_400, {}), sample: 100, approval: true },
      { ...step(5, null, {}), change: { kind: "enable" as const } },
    ];
    const guards = [{ ...guard, tolerate: { relative: 0.1, absolute: 0.001 } }];
    const again = sentPlan(planAgain({ steps, guards, late: "run" }, now));
    expect(again).toEqual({
      steps: [
        { change: percent(5), for: 5_400, sample: 100, approval: true },
        { change: { kind: "enable" }, for: null, sample: null, approval: false },
      ],
      guards,
      late: "run",
    });
  });

  test("is in words for approvers", () => {
    expect(
      planWords({
        steps: [
          { change: percent(5), for: day },
          { change: percent(25), for: 2 * hour, sample: 1_000, approval: true },
          { change: { kind: "enable" } },
        ],
        guards: [{ name: "checkout" }],
        start: { at: "2027-03-28T09:00", zone: "Europe/Berlin" },
      }),
    ).toBe(
      "5% for a day, 25% for 2 h and until 1,000 enabled checks and until a person goes on, then everyone. Guard “checkout”: if the rate of " +
        "bad outcomes exceeds the rate without the feature, return to the gates before. Starts 2027-03-28 09:00 (Europe/Berlin).",
    );
  });
});

test("a preview says what to expect of a guard, and what the clocks do", () => {
  const delays = [
    { step: 0, rise: 1.5, median: null, ninety: null },
    { step: 0, rise: 2, median: 360, ninety: 720 },
    { step: 1, rise: 2, median: 60, ninety: 120 },
  ];
  const preview: Preview = {
    start: { at: now, local: "2027-03-28T02:30", zone: "Europe/Berlin", note: "skipped" },
    steps: [{ change: percent(25), plannedAt: now, addedChecks: 3_000 }],
    guards: [
      { name: "checkout", rate: 0.0039, outcomesPerHour: 3_100, delays },
      { name: "mail", rate: null, outcomesPerHour: null, delays: [] },
    ],
  };
  expect(expectationWords(preview, "checkout")).toEqual([
    "Last week 0.39% of 3,100 outcomes an hour were bad.",
    "A rise of the rate at 25% shows after over 30 days (×1.5), about 6 h (×2).",
  ]);
  expect(expectationWords(preview, "mail")[0]).toStartWith("No outcomes of this name");
  expect(expectationWords(preview, "other")).toEqual([]);
  expect(startWords(preview)).toStartWith("The clocks skip this time.");
});
