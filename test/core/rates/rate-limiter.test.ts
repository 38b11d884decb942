import { expect, test } from "bun:test";
import fc from "fast-check";
import { GatehouseError } from "../../../src/core/errors.ts";
import { RateLimiter } from "../../../src/core/rates/rate-limiter.ts";

const bucketsMax = 10_000;

/** True if the request was allowed, else the seconds to wait. */
function taken<Key extends string | number>(limiter: RateLimiter<Key>, key: Key): true | number {
  try {
    limiter.take(key);
    return true;
  } catch (error) {
    if (error instanceof GatehouseError && error.refusal === "rate_limited") {
      return error.retryAfterSeconds ?? Number.NaN;
    }
    throw error;
  }
}

test("a burst is allowed at once, then as many requests as the rate allows", () => {
  const clock = { ms: 0 };
  const limiter = new RateLimiter<string>({ perSecond: 2, burst: 5 }, () => clock.ms);
  const burst = Array.from({ length: 7 }, () => taken(limiter, "a"));
  expect(burst).toEqual([true, true, true, true, true, 1, 1]);
  clock.ms += 500;
  expect([taken(limiter, "a"), taken(limiter, "a")]).toEqual([true, 1]);
  clock.ms += 3_600_000;
  expect(Array.from({ length: 6 }, () => taken(limiter, "a"))).toEqual([
    true,
    true,
    true,
    true,
    true,
    1,
  ]);
});

test("each key has its own bucket", () => {
  const limiter = new RateLimiter<number>({ perSecond: 1, burst: 1 }, () => 0);
  expect([1, 2, 1, 2, 3].map((key) => taken(limiter, key))).toEqual([true, true, 1, 1, true]);
});

const rates = fc.record({
  perSecond: fc.integer({ min: 1, max: 1_000 }),
  burst: fc.integer({ min: 1, max: 50 }),
});

test("in every period, at most the burst plus the rate times the period is allowed", () => {
  fc.assert(
    fc.property(rates, fc.array(fc.nat({ max: 3_000 }), { maxLength: 200 }), (rate, pausesMs) => {
      const clock = { ms: 0 };
      const limiter = new RateLimiter<string>(rate, () => clock.ms);
      const passedAtMs: number[] = [];
      for (const pauseMs of pausesMs) {
        clock.ms += pauseMs;
        if (taken(limiter, "a") === true) {
          passedAtMs.push(clock.ms);
        }
      }
      for (const [first, fromMs] of passedAtMs.entries()) {
        for (const [last, toMs] of passedAtMs.entries()) {
          const allowed = rate.burst + ((toMs - fromMs) / 1_000) * rate.perSecond;
          expect(last - first + 1).toBeLessThanOrEqual(Math.max(0, allowed) + 1e-6);
        }
      }
    }),
    { numRuns: 30 },
  );
});

test("a client that waits for the given time is allowed", () => {
  fc.assert(
    fc.property(rates, fc.nat({ max: 5_000 }), (rate, startMs) => {
      const clock = { ms: startMs };
      const limiter = new RateLimiter<string>(rate, () => clock.ms);
      let answer = taken(limiter, "a");
      while (answer === true) {
        answer = taken(limiter, "a");
      }
      expect(answer).toBeGreaterThanOrEqual(1);
      expect(Number.isInteger(answer)).toBe(true);
      clock.ms += answer * 1_000;
      expect(taken(limiter, "a")).toBe(true);
    }),
  );
});

test("a million clients need no more memory than ten thousand", () => {
  const limiter = new RateLimiter<number>({ perSecond: 1, burst: 1 }, () => 0);
  for (let key = 0; key < 30_000; key++) {
    limiter.take(key);
  }
  expect(limiter.size).toBe(bucketsMax);
  expect(taken(limiter, 29_999)).toBe(1);
  expect(taken(limiter, 0)).toBe(true);
});
