import { expect, test } from "bun:test";
import type { RolloutGuard } from "../../../src/core/model/rollout.ts";
import { mostTested, nullSettings, toleratedRise } from "./null-settings.ts";
import { falseAlarms, type Setting, testedGuard } from "./simulate.ts";

const timeoutMs = 60 * 60_000;

test.each(Object.entries(nullSettings))(
  "%s: at most 1 of 20 days has a false alarm, and 1 of 100",
  (name, setting) => expectFewAlarms(setting, testedGuard, name === mostTested ? 10_000 : 2_000),
  timeoutMs,
);

test(
  "a rise that is just tolerated: at most 1 of 20 days, and 1 of 100",
  () => expectFewAlarms(toleratedRise.setting, toleratedRise.guard, 2_000),
  timeoutMs,
);

function expectFewAlarms(setting: Setting, guard: RolloutGuard, runs: number): void {
  const { of95, of99 } = falseAlarms(runs, setting, guard);
  expect(of95 / runs).toBeLessThanOrEqual(0.05);
  expect(of99 / runs).toBeLessThanOrEqual(0.01);
}
