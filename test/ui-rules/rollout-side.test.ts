import { expect, test } from "bun:test";
import type { RolloutRow } from "../../src/api/admin/contract/rollout-models.ts";
import { daysSince, enabledChecks } from "../../src/ui/rollouts/enabled-checks.ts";
import { enablingStep } from "../../src/ui/rollouts/enabling-step.ts";
import { guardFacts } from "../../src/ui/rollouts/guard-words.ts";
import { ladderWords } from "../../src/ui/rollouts/plan-card.tsx";
import { before, day, guard, hour, now, running, step } from "./sample-rollout.ts";

test("an actor that is not enabled yet gets the feature at the first step above its bucket", () => {
  const cases: readonly (readonly [string, Partial<RolloutRow>, number | null, number | null])[] = [
    ["below the next step", {}, 34.114, 3],
    ["at the edge of the next step", {}, 50, 4],
    ["above all but the last step", {}, 99.999, 4],
    ["a step that was made does not count", { step: 2 }, 34.114, 4],
    ["no step is left", { step: 3 }, 34.114, null],
    ["an ended rollout has no step to come", { endedAt: now }, 34.114, null],
    ["a check without an actor", {}, null, null],
  ];
  for (const [name, changes, opensAbove, number] of cases) {
    const gate = { gate: "percentageOfActors", opens: false, percentage: 25, threshold: 25_000 };
    const found = enablingStep(
      { ...running, ...changes },
      { gates: [{ ...gate, bucket: 34_114, opensAbove } as never] },
    );
    expect([name, found?.number ?? null]).toEqual([name, number]);
  }
  const everyone = { ...running, steps: [{ ...step(5, null, {}), change: { kind: "enable" } }] };
  expect(enablingStep({ ...everyone, step: -1 } as RolloutRow, { gates: [] })?.number).toBe(1);
});

test("the enabled checks of a rollout are those of the hours or days that it touched", () => {
  const series = {
    ...{ start: before(23 * hour), stepSeconds: hour, retentionDays: 30 },
    total: Array.from({ length: 24 }, () => 20),
    enabled: Array.from({ length: 24 }, (_, index) => index),
    ...{ lastEvaluatedAt: null, changes: [] },
  };
  const checks = (from: number, to: number) => enabledChecks(series, before(from), before(to));
  expect(checks(23 * hour, 22 * hour)).toBe(0);
  expect(checks(2.5 * hour, 1.5 * hour)).toBe(20 + 21);
  expect(checks(2 * hour, -hour)).toBe(21 + 22 + 23);
  expect(checks(24 * hour, hour)).toBeNull();
  expect(enabledChecks({ ...series, retentionDays: 0 }, before(hour), now)).toBeNull();
  expect([2, 23, 30, 48].map((hours) => daysSince(before(hours * hour), now))).toEqual([
    1, 2, 3, 3,
  ]);
});

test("a plan is short if its steps wait for the same time, and complete otherwise", () => {
  const { steps } = running;
  expect(ladderWords(steps)).toBe("5% → 25% → 50% → 100%, a day each");
  expect(ladderWords(steps.with(1, { ...step(25, day, {}), approval: true }))).toBe(
    "5% for a day, 25% for a day and until a person goes on, 50% for a day, then 100%",
  );
  expect(ladderWords(steps.slice(0, 1))).toBe("5% for a day");
  expect(guardFacts({ ...guard, bad: "rest" })).toBe(
    "tolerates the rate without the feature plus 0.5 points, with a confidence of 95%; all outcomes but errors are bad",
  );
});
