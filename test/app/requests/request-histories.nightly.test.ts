import { expect, test } from "bun:test";
import fc from "fast-check";
import { seeded } from "../../fuzz/seed.ts";
import { runHistory } from "./request-history.ts";
import { histories } from "./request-steps.ts";

test("3,000 histories apply only what enough approvers saw", async () => {
  let appliedCount = 0;
  await fc.assert(
    fc.asyncProperty(histories(120), async (history) => {
      appliedCount += await runHistory(history);
    }),
    { numRuns: 3_000, ...seeded },
  );
  expect(appliedCount).toBeGreaterThan(3_000);
}, 3_600_000);
