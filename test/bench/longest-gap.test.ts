import { expect, test } from "bun:test";
import { longestGapMs, p99Ms, usualGapMs } from "../../bench/hostile/longest-gap.ts";
import { probeResult } from "../../bench/hostile/probe.ts";

/** Answers at these moments, each sent 1 ms before. */
function answersAt(...moments: readonly number[]) {
  return moments.map((answeredMs) => ({ sentMs: answeredMs - 1, answeredMs }));
}

test("the longest gap lies between two answers in the window", () => {
  const answers = answersAt(0, 2, 4, 34, 36, 100);
  expect(longestGapMs(answers, { fromMs: 3, toMs: 36 })).toBe(30);
});

test("a gap that begins before the window or ends after it counts whole", () => {
  const answers = answersAt(0, 40, 42, 44, 94);
  expect(longestGapMs(answers, { fromMs: 30, toMs: 43 })).toBe(40);
  expect(longestGapMs(answers, { fromMs: 41, toMs: 60 })).toBe(50);
});

test("a gap outside the window does not count", () => {
  const answers = answersAt(0, 90, 92, 94, 190);
  expect(longestGapMs(answers, { fromMs: 90, toMs: 94 })).toBe(2);
});

test("silence lasts until the end of the window", () => {
  expect(longestGapMs(answersAt(0, 2), { fromMs: 1, toMs: 52 })).toBe(50);
  expect(longestGapMs([], { fromMs: 10, toMs: 30 })).toBe(20);
  expect(longestGapMs(answersAt(4), { fromMs: 10, toMs: 30 })).toBe(26);
});

test("the usual gap is the median in the window", () => {
  expect(usualGapMs(answersAt(0, 2, 4, 6, 90), { fromMs: -1, toMs: 100 })).toBe(2);
  expect(usualGapMs(answersAt(5), { fromMs: 0, toMs: 100 })).toBe(0);
});

test("the 99th percentile is of the answers in the window", () => {
  const slow = [{ sentMs: 0, answeredMs: 50 }];
  expect(p99Ms([...slow, ...answersAt(60, 62)], { fromMs: 55, toMs: 70 })).toBe(1);
  expect(p99Ms(slow, { fromMs: 60, toMs: 70 })).toBeNull();
});

test("a probe's result leaves out the usual gap, and tells its own stalls", () => {
  const moments = [0, 3, 6, 9, 12, 62, 65];
  const record = {
    answers: moments.map((moment) => [moment - 1, moment] as const),
    stalls: [
      [0, 11],
      [20, 45],
    ] as const,
  };
  const result = probeResult(record, { fromMs: -1, toMs: 12 }, { fromMs: 12, toMs: 65 });
  expect(result).toEqual({ gapMs: 47, p99Ms: 1, stallMs: 25 });
});
