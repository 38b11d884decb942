import { describe, expect, test } from "bun:test";
import { addMinute, noEvidence, totalEvidence } from "../../../src/core/guards/guard-evidence.ts";
import { emptyArmMinute, type GuardMinute } from "../../../src/core/guards/guard-minute.ts";
import { lifts, logEvidence } from "../../../src/core/guards/lift-evidence.ts";
import { evidenceOf, guardMinute } from "./guard-minutes.ts";
import { seededRandom } from "./random-counts.ts";
import { testedGuard } from "./simulate.ts";
import { simulateMinute } from "./simulated-traffic.ts";

const none = { ratio: 1, absolute: 0 };

/** Two hours, with a step after the first. */
function someMinutes(): readonly GuardMinute[] {
  const random = seededRandom(3);
  const at = (minute: number) => (minute < 60 ? { step: 0, share: 0.05 } : { step: 1, share: 0.5 });
  const traffic = { hourly: 6_000, at, base: () => 0.02, rise: 1.3 };
  return Array.from({ length: 120 }, (_, minute) => simulateMinute(random, traffic, minute));
}

describe("the evidence of one minute", () => {
  test("is the ratio of the likelihoods of a lift and of the pooled rate", () => {
    const counts = { enabled: { total: 100, bad: 5 }, disabled: { total: 300, bad: 3 } };
    // a = 0.02 and 0.01; the pooled mean of both is (100 * 0.02 + 300 * 0.01) / 400 = 0.0125.
    const expected =
      5 * Math.log(0.02 / 0.0125) +
      95 * Math.log(0.98 / 0.9875) +
      3 * Math.log(0.01 / 0.0125) +
      297 * Math.log(0.99 / 0.9875);
    expect(logEvidence(counts, 0.01, none, 2)).toBeCloseTo(expected, 12);
  });

  test("with a tiny tolerance is nearly that without", () => {
    const counts = { enabled: { total: 100, bad: 5 }, disabled: { total: 300, bad: 3 } };
    for (const lift of lifts) {
      const without = logEvidence(counts, 0.01, none, lift);
      const tiny = { ratio: 1 + 1e-9, absolute: 1e-12 };
      expect(logEvidence(counts, 0.01, tiny, lift)).toBeCloseTo(without, 6);
    }
  });

  test.each([
    [0.01, { ratio: 1, absolute: 0 }],
    [0.01, { ratio: 1.1, absolute: 0 }],
    [0.01, { ratio: 1, absolute: 0.02 }],
    [0.3, { ratio: 1.5, absolute: 0.1 }],
    [0.0001, { ratio: 2, absolute: 0.001 }],
  ] as const)("has a mean of at most 1 for every tolerated rate: %p, %p", (expected, tolerance) => {
    for (const lift of lifts) {
      for (const rate of [0, 1e-4, 0.005, 0.01, 0.02, 0.1, 0.3, 0.6]) {
        const enabled = Math.min(rate * tolerance.ratio + tolerance.absolute, 1);
        expect(
          meanEvidence(7, enabled, 5, rate, (counts) =>
            logEvidence(counts, expected, tolerance, lift),
          ),
        ).toBeLessThanOrEqual(1 + 1e-9);
      }
    }
  });

  test("is nothing without one of the arms, or if every rate is tolerated", () => {
    const counts = { enabled: { total: 10, bad: 9 }, disabled: { total: 10, bad: 0 } };
    const empty = { total: 0, bad: 0 };
    expect(logEvidence({ ...counts, enabled: empty }, 0.01, none, 2)).toBe(0);
    expect(logEvidence({ ...counts, disabled: empty }, 0.01, none, 2)).toBe(0);
    expect(logEvidence(counts, 0.01, { ratio: 1, absolute: 1 }, 2)).toBe(0);
    expect(logEvidence(counts, 1, none, 2)).toBe(0);
  });
});

describe("the evidence of many minutes", () => {
  test("stays the same when it is stored and read after each minute", () => {
    const minutes = someMinutes();
    const kept = evidenceOf(minutes, testedGuard);
    let stored = noEvidence;
    for (const minute of minutes) {
      stored = JSON.parse(JSON.stringify(addMinute(stored, minute, testedGuard)));
    }
    expect(stored).toEqual(kept);
    const half = evidenceOf(minutes.slice(0, 50), testedGuard);
    expect(evidenceOf(minutes.slice(50), testedGuard, half)).toEqual(kept);
  });

  test("counts a minute once, and none that is older", () => {
    const minutes = someMinutes();
    const kept = evidenceOf(minutes, testedGuard);
    expect(evidenceOf(minutes, testedGuard, kept)).toBe(kept);
  });

  test("begins after 50 disabled outcomes", () => {
    const bad = guardMinute(0, { enabled: [100, 100], disabled: [49, 0] });
    const first = evidenceOf([bad, { ...bad, minute: 1 }], testedGuard);
    expect([first.counted, totalEvidence(first)]).toEqual([0, 1]);
    expect(addMinute(first, { ...bad, minute: 2 }, testedGuard).counted).toBe(1);
  });

  test("goes on in the next step, where its rates begin again", () => {
    const minutes = someMinutes();
    const before = evidenceOf(minutes.slice(0, 60), testedGuard);
    const after = evidenceOf(minutes.slice(0, 61), testedGuard);
    expect(before.stepMinutes).toBe(60);
    expect(after).toMatchObject({ step: 1, stepMinutes: 1, counted: before.counted + 1 });
    expect(after.inStep.enabled.totals).toEqual([...(minutes[60]?.enabled.totals ?? [])]);
  });

  test("stays finite after millions of bad outcomes", () => {
    const bad = guardMinute(0, { enabled: [1e6, 1e6], disabled: [1e6, 0] });
    const minutes = Array.from({ length: 50 }, (_, minute) => ({ ...bad, minute }));
    const found = totalEvidence(evidenceOf(minutes, testedGuard));
    expect(found).toBeGreaterThan(1e50);
    expect(Number.isFinite(found)).toBe(true);
  });

  test("stays finite after months without outcomes", () => {
    const empty = { step: 0, enabled: emptyArmMinute, disabled: emptyArmMinute };
    let evidence = evidenceOf(
      [guardMinute(0, { enabled: [99, 1], disabled: [99, 1] })],
      testedGuard,
    );
    for (let minute = 1; minute < 100_000; minute += 1) {
      evidence = addMinute(evidence, { ...empty, minute }, testedGuard);
    }
    const late = guardMinute(100_000, { enabled: [10, 1], disabled: [10, 0] });
    const found = totalEvidence(addMinute(evidence, late, testedGuard));
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(100);
  });

  test("`rest` counts the outcomes that are no errors", () => {
    const minute = guardMinute(0, { enabled: [160, 32], disabled: [160, 64] });
    const { inStep } = evidenceOf([minute], { ...testedGuard, bad: "rest" });
    expect(inStep.enabled.bad).toEqual(new Array(16).fill(8));
    expect(inStep.disabled.bad).toEqual(new Array(16).fill(6));
  });
});

/** The exact mean of exp(evidence) over all counts of bad outcomes. */
function meanEvidence(
  enabled: number,
  enabledRate: number,
  disabled: number,
  disabledRate: number,
  evidence: (counts: Parameters<typeof logEvidence>[0]) => number,
): number {
  let mean = 0;
  for (let one = 0; one <= enabled; one += 1) {
    for (let other = 0; other <= disabled; other += 1) {
      const chance =
        binomialOf(enabled, one, enabledRate) * binomialOf(disabled, other, disabledRate);
      const counts = {
        enabled: { total: enabled, bad: one },
        disabled: { total: disabled, bad: other },
      };
      mean += chance * Math.exp(evidence(counts));
    }
  }
  return mean;
}

function binomialOf(count: number, successes: number, rate: number): number {
  let ways = 1;
  for (let index = 0; index < successes; index += 1) {
    ways *= (count - index) / (index + 1);
  }
  return ways * rate ** successes * (1 - rate) ** (count - successes);
}
