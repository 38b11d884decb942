import { expect, test } from "bun:test";
import type { GuardMinutes } from "../../../src/app/rollouts/guard-port.ts";
import { StoredEvidence } from "../../../src/app/rollouts/stored-evidence.ts";
import { followMinutes } from "../../../src/core/guards/follow-minutes.ts";
import { noEvidence } from "../../../src/core/guards/guard-evidence.ts";
import type { GuardMinute } from "../../../src/core/guards/guard-minute.ts";
import { dayMs, minuteMs } from "../../../src/core/time-units.ts";

const guard = {
  name: "checkout",
  bad: "errors",
  tolerate: { relative: 0.1, absolute: 0 },
  confidence: 0.95,
  action: "return",
} as const;
const days = 3;
const startedMinute = 29_930_400;
/** How many minutes take the thread some 15 ms. */
const readMax = 360;

function minuteAt(minute: number): GuardMinute {
  const arm = (extra: number) => ({
    checks: 160,
    totals: Array.from({ length: 16 }, (_, bucket) => 10 + ((minute + bucket * extra) % 5)),
    errors: Array.from({ length: 16 }, (_, bucket) =>
      (minute * extra + bucket) % 9 === 0 ? 1 : 0,
    ),
  });
  return { minute, step: 0, enabled: arm(7), disabled: arm(11) };
}

test("the evidence of days is computed in pieces, with turns for others between them", async () => {
  const asked: (readonly [from: number, to: number])[] = [];
  let turns = 0;
  const unused = () => expect.unreachable();
  const minutes: GuardMinutes = {
    outcomes: unused,
    save: unused,
    async minutes(_rollout, _guard, from, to) {
      asked.push([from, to]);
      // As the worker's answer, which comes in a later turn.
      await new Promise((resolve) => setImmediate(resolve));
      turns++;
      return Array.from({ length: to - from }, (_, index) => minuteAt(from + index));
    },
  };
  const rollout = { id: 1, startedAt: startedMinute * minuteMs, guards: [guard] };
  const end = startedMinute + (days * dayMs) / minuteMs;
  const stored = new StoredEvidence(minutes);
  const evidence = await stored.load(rollout, guard, end);
  expect(asked.every(([from, to]) => to - from <= readMax)).toBe(true);
  expect(asked[0]?.[0]).toBe(startedMinute);
  expect(asked.at(-1)?.[1]).toBe(end);
  expect(turns).toBe(asked.length);
  const all = Array.from({ length: end - startedMinute }, (_, index) =>
    minuteAt(startedMinute + index),
  );
  expect(evidence).toEqual(followMinutes(noEvidence, all, { guard, guards: 1 }));
  // Only the minutes after it are read again.
  await stored.load(rollout, guard, end + 1);
  expect(asked.at(-1)).toEqual([end, end + 1]);
});
