import { expect, test } from "bun:test";
import fc from "fast-check";
import { bucketBoundsSeconds, Durations } from "../../src/storage/durations.ts";

/** Returns the index of the bucket that a duration is counted in. */
function bucketOf(durationNs: number): number {
  const durations = new Durations();
  durations.add(durationNs);
  return durations.counts.indexOf(1);
}

test("a duration counts in the first bucket whose bound it does not exceed", () => {
  for (const [index, bound] of bucketBoundsSeconds.entries()) {
    const boundNs = bound * 1e9;
    expect(bucketOf(boundNs)).toBe(index);
    expect(bucketOf(boundNs + 1)).toBe(index + 1);
  }
  expect(bucketOf(0)).toBe(0);
  expect(bucketOf(1e15)).toBe(bucketBoundsSeconds.length);
});

test("every duration counts once, and their sum is kept", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 100_000_000_000 }), { maxLength: 50 }), (all) => {
      const durations = new Durations();
      for (const duration of all) {
        durations.add(duration);
      }
      expect(durations.counts.reduce((sum, count) => sum + count, 0)).toBe(all.length);
      expect(durations.sumNs).toBe(all.reduce((sum, duration) => sum + duration, 0));
    }),
  );
});
