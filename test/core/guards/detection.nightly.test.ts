import { expect, test } from "bun:test";
import { documentedDelays, longest } from "./documented-delays.ts";
import { failing } from "./null-settings.ts";
import { delays, quantile, testedGuard } from "./simulate.ts";

const timeoutMs = 60 * 60_000;

test.each(documentedDelays.map((each) => [each.share, each.hourly, each.rise, each] as const))(
  "share %p, %p an hour, rise %p: found as fast as documented",
  (share, hourly, rise, { median, ninety }) => {
    const traffic = { hourly, at: () => ({ step: 0, share }), base: () => 0.01, rise };
    const found = delays(500, () => traffic, longest);
    expectNear(quantile(found, 0.5), median);
    expectNear(quantile(found, 0.9), ninety);
  },
  timeoutMs,
);

test(
  "a tolerance delays alarms",
  () => {
    const guard = { ...testedGuard, confidence: 0.99, tolerate: { relative: 0.1, absolute: 0 } };
    for (const [rise, median, ninety] of [
      [1.5, 6.2 * 60, 9.8 * 60],
      [2, 89, 2.3 * 60],
    ] as const) {
      const traffic = { hourly: 10_000, at: half, base: () => 0.01, rise };
      const found = delays(500, () => traffic, longest, guard);
      expectNear(quantile(found, 0.5), median);
      expectNear(quantile(found, 0.9), ninety);
    }
  },
  timeoutMs,
);

test(
  "a few failing actors hide a rise, but not always",
  () => {
    const guard = { ...testedGuard, confidence: 0.99 };
    const found = delays(200, (random) => ({ ...failing(random), rise: 2 }), 1_440, guard);
    const share = found.filter(Number.isFinite).length / found.length;
    expect(share).toBeGreaterThan(0.2);
  },
  timeoutMs,
);

const half = () => ({ step: 0, share: 0.5 });

/** Within 20 %, or one minute. A week is not enough for the longest delays. */
function expectNear(minutes: number, documented: number): void {
  if (Number.isFinite(documented)) {
    expect(Math.abs(minutes - documented)).toBeLessThanOrEqual(Math.max(0.2 * documented, 1));
  } else {
    expect(minutes).toBeGreaterThan(0.9 * longest);
  }
}
