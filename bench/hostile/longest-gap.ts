import { quantile } from "../statistics.ts";

/** Moments in milliseconds since the epoch, with fractions. */
export interface TimeWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

/** One request of the probe. */
export interface ProbeAnswer {
  readonly sentMs: number;
  readonly answeredMs: number;
}

/**
 * The longest time without an answer that overlaps the window. The time after the last answer
 * counts until the window's end. `answers` are in the order of their time.
 */
export function longestGapMs(answers: readonly ProbeAnswer[], { fromMs, toMs }: TimeWindow) {
  let longest = 0;
  let previousMs = fromMs;
  for (const { answeredMs } of answers) {
    if (answeredMs <= fromMs) {
      previousMs = answeredMs;
      continue;
    }
    longest = Math.max(longest, answeredMs - previousMs);
    previousMs = answeredMs;
    if (answeredMs >= toMs) {
      return longest;
    }
  }
  return Math.max(longest, toMs - previousMs);
}

/** The median time between answers in the window; 0 if it has fewer than two. */
export function usualGapMs(answers: readonly ProbeAnswer[], window: TimeWindow): number {
  const within = answersWithin(answers, window);
  const gaps = within.slice(1).map(({ answeredMs }, index) => {
    const previous = within[index]?.answeredMs ?? answeredMs;
    return answeredMs - previous;
  });
  return gaps.length === 0 ? 0 : quantile(gaps, 0.5);
}

/** The 99th percentile of the response times in the window; null if there was no answer. */
export function p99Ms(answers: readonly ProbeAnswer[], window: TimeWindow): number | null {
  const times = answersWithin(answers, window).map(({ sentMs, answeredMs }) => answeredMs - sentMs);
  return times.length === 0 ? null : quantile(times, 0.99);
}

function answersWithin(answers: readonly ProbeAnswer[], { fromMs, toMs }: TimeWindow) {
  return answers.filter(({ answeredMs }) => answeredMs > fromMs && answeredMs <= toMs);
}
