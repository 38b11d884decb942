import { expect, test } from "bun:test";
import { followMinute, followMinutes } from "../../../src/core/guards/follow-minutes.ts";
import { noEvidence, totalEvidence } from "../../../src/core/guards/guard-evidence.ts";
import { type GuardState, verdict } from "../../../src/core/guards/guard-verdict.ts";
import { type ArmCounts, guardMinute } from "./guard-minutes.ts";
import { testedGuard } from "./simulate.ts";

const deciding = { guard: testedGuard, guards: 1 };

function statesOf(enabled: ArmCounts, disabled: ArmCounts, count: number): readonly GuardState[] {
  const states: GuardState[] = [];
  let evidence = noEvidence;
  for (let minute = 0; minute < count; minute += 1) {
    evidence = followMinute(evidence, guardMinute(minute, { enabled, disabled }), deciding);
    states.push(verdict(evidence, testedGuard, 1).state);
  }
  return states;
}

test.each<[GuardState, ArmCounts, ArmCounts]>([
  ["alarm", [100, 10], [100, 1]],
  ["silent", [0, 0, 100], [0, 0, 100]],
  ["mismatch", [20, 0, 100], [100, 0]],
])("after %s, a minute of a rollout that goes on begins again", (state, enabled, disabled) => {
  const states = statesOf(enabled, disabled, 40);
  const first = states.indexOf(state);
  const second = states.indexOf(state, first + 1);
  expect(first).toBeGreaterThan(0);
  // Not at once, and not never.
  expect(second).toBeGreaterThan(first + 1);
});

test("after an alarm, the rates and the dispersion that were seen stay", () => {
  const minutes = Array.from({ length: 40 }, (_, minute) =>
    guardMinute(minute, { enabled: [100, minute < 30 ? 1 : 30], disabled: [100, 1] }),
  );
  let evidence = noEvidence;
  let before = evidence;
  for (const minute of minutes) {
    if (verdict(evidence, testedGuard, 1).state === "alarm") {
      break;
    }
    before = evidence;
    evidence = followMinute(before, minute, deciding);
  }
  const next = followMinute(
    evidence,
    guardMinute(99, { enabled: [0, 0], disabled: [1, 0] }),
    deciding,
  );
  expect(totalEvidence(evidence)).toBeGreaterThanOrEqual(20);
  expect(totalEvidence(next)).toBeCloseTo(1, 9);
  expect(next.past.total).toBeGreaterThan(before.past.total / 2);
  expect(next.all.enabled).toEqual(evidence.all.enabled);
  expect(followMinutes(evidence, [], deciding)).toBe(evidence);
});
