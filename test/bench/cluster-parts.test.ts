import { expect, test } from "bun:test";
import { combined } from "../../bench/cluster/servers-together.ts";
import { propagationOutcomes } from "../../bench/cluster/write-propagation.ts";
import { verdictOf } from "../../bench/scenario-outcome.ts";

const part = { ratePerSecond: 100, p50Ms: 1, p99Ms: 5, processorMicroseconds: 10 };

test("servers together have the sum of the rates, and the slowest times", () => {
  const slow = { ...part, ratePerSecond: 50, p50Ms: 2, p99Ms: 4 };
  expect(combined([part, slow])).toEqual({
    ...{ ratePerSecond: 150, p50Ms: 2, p99Ms: 5 },
    processorMicroseconds: undefined,
  });
  expect(combined([part, { ...slow, p99Ms: undefined }]).p99Ms).toBeUndefined();
});

test("propagation is judged by its 99th percentile, and never negative after an answer", () => {
  const quick = Array.from({ length: 98 }, () => ({ answeredMs: 6, seenMs: 5 }));
  const slow = { answeredMs: 100, seenMs: 400 };
  const [fromSent, fromAnswer] = propagationOutcomes([...quick, slow, slow]);
  expect(fromSent).toMatchObject({ p50Ms: 5, p99Ms: 400, ours: 400, ratio: null });
  expect(fromAnswer).toMatchObject({ p50Ms: 0, p99Ms: 300 });
  expect(fromSent && verdictOf(fromSent)).toBe("BELOW FLOOR");
  const [fine] = propagationOutcomes(quick);
  expect(fine && verdictOf(fine)).toBe("aim met");
});
