import { expect, test } from "bun:test";
import fc from "fast-check";
import { seeded } from "../../fuzz/seed.ts";
import { runsOf } from "../../helpers/runs.ts";
import { runHistory } from "./request-history.ts";
import { histories } from "./request-steps.ts";

const runs = runsOf(12);

test("whatever happens, only what enough approvers saw is applied", async () => {
  let appliedCount = 0;
  await fc.assert(
    fc.asyncProperty(histories(120), async (history) => {
      appliedCount += await runHistory(history);
    }),
    { numRuns: runs, ...seeded },
  );
  expect(appliedCount).toBeGreaterThan(0);
}, 600_000);
