import { expect, test } from "bun:test";
import {
  type ExpectedDelay,
  type ExpectedTraffic,
  expectedDelays,
} from "../../../src/core/guards/expected-delays.ts";
import { documentedDelays, longest } from "./documented-delays.ts";
import { testedGuard } from "./simulate.ts";

const traffic: ExpectedTraffic = { hourly: 10_000, rate: 0.01, share: 0.5 };
const never = { median: null, ninety: null };

function delayOf(of: Partial<ExpectedTraffic>, rise: number, guard = testedGuard): ExpectedDelay {
  const found = expectedDelays({ ...traffic, ...of }, guard, 1).find((each) => each.rise === rise);
  return found ?? { rise, ...never };
}

test.each(documentedDelays.map((each) => [each.share, each.hourly, each.rise, each] as const))(
  "share %p, %p an hour, rise %p: as documented",
  (share, hourly, rise, { median, ninety }) => {
    const delay = delayOf({ share, hourly }, rise);
    expectNear(delay.median, median);
    expectNear(delay.ninety, ninety);
  },
);

function expectNear(minutes: number | null, documented: number): void {
  if (Number.isFinite(documented)) {
    expect(Math.abs((minutes ?? 0) / documented - 1)).toBeLessThanOrEqual(0.2);
  } else {
    // More than 7 days, but for what a simulation can be wrong.
    expect(minutes ?? Number.POSITIVE_INFINITY).toBeGreaterThan(0.9 * longest);
  }
}

test("a tolerated rise is never found, and a larger one later than without tolerance", () => {
  const guard = { ...testedGuard, confidence: 0.99, tolerate: { relative: 0.1, absolute: 0 } };
  expect(expectNear(delayOf({}, 1.5, guard).median, 6.2 * 60)).toBeUndefined();
  expect(expectNear(delayOf({}, 2, guard).median, 89)).toBeUndefined();
  const half = { ...testedGuard, tolerate: { relative: 0.5, absolute: 0 } };
  expect(delayOf({}, 1.5, half)).toEqual({ rise: 1.5, ...never });
});

test("more guards, more confidence and less traffic take longer", () => {
  const one = expectedDelays(traffic, testedGuard, 1)[2]?.median ?? 0;
  expect(expectedDelays(traffic, testedGuard, 5)[2]?.median ?? 0).toBeGreaterThan(one);
  expect(delayOf({}, 2, { ...testedGuard, confidence: 0.999 }).median ?? 0).toBeGreaterThan(one);
  expect(delayOf({ hourly: 5_000 }, 2).median ?? 0).toBeGreaterThan(one);
});

test.each([
  ["no traffic", { hourly: 0 }],
  ["no bad outcomes", { rate: 0 }],
  ["nobody has the feature", { share: 0 }],
  ["everybody has the feature", { share: 1 }],
] as const)("%s: no delay can be computed", (_, of) => {
  expect(delayOf(of, 10)).toEqual({ rise: 10, ...never });
});

test("rates near 1 and tiny traffic give a number of minutes, or none", () => {
  for (const rate of [1e-7, 0.3, 0.9, 0.999, 1]) {
    for (const hourly of [0.5, 60, 1e7]) {
      for (const { median, ninety } of expectedDelays(
        { rate, hourly, share: 0.3 },
        testedGuard,
        1,
      )) {
        for (const minutes of [median, ninety]) {
          expect(minutes === null || (Number.isInteger(minutes) && minutes > 0)).toBe(true);
        }
      }
    }
  }
});
