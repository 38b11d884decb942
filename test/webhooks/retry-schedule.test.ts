import { expect, test } from "bun:test";
import fc from "fast-check";
import { triesMax, waitAfter } from "../../src/webhooks/delivery/retry-schedule.ts";

const hourMs = 3_600_000;
/** From 0 to 1, as `Math.random` gives it. */
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test("whatever chance says, the first wait is at most 5 seconds, and 13 tries take about a day", () => {
  fc.assert(
    fc.property(
      fc.array(chance, { minLength: triesMax - 1, maxLength: triesMax - 1 }),
      (chances) => {
        const waits = chances.map((random, index) => waitAfter(index + 1, random, null));
        expect(waits).toHaveLength(12);
        expect(waits[0]).toBeWithin(2_000, 5_000);
        for (const [index, wait] of waits.slice(1).entries()) {
          expect(wait / (waits[index] ?? 0)).toBeWithin(1.8, 3);
        }
        const all = waits.reduce((sum, wait) => sum + wait, 0);
        expect(all).toBeWithin(20 * hourMs, 28 * hourMs);
      },
    ),
  );
});

test("endpoints that failed together are not tried together again", () => {
  for (let failures = 1; failures < triesMax; failures++) {
    const [earliest, middle, latest] = [0, 0.5, 1].map((random) =>
      waitAfter(failures, random, null),
    );
    expect((latest ?? 0) / (earliest ?? 0)).toBeWithin(1.2, 1.3);
    expect(middle).toBeWithin(earliest ?? 0, latest ?? 0);
  }
});

test.each([
  ["30", 30_000],
  ["3600", hourMs],
  ["86400", hourMs],
  ["1", 4_500],
  ["-1", 4_500],
  ["1.5e9", 4_500],
  ["Wed, 21 Oct 2026 07:28:00 GMT", 4_500],
  ["", 4_500],
])("an endpoint that asks for %j is tried again after %d ms", (asked, wait) => {
  expect(waitAfter(1, 0.5, asked)).toBe(wait);
});
