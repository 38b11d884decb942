import {
  addMinute,
  type GuardEvidence,
  noEvidence,
  totalEvidence,
} from "../../../src/core/guards/guard-evidence.ts";
import { evidenceLimit, verdict } from "../../../src/core/guards/guard-verdict.ts";
import type { RolloutGuard } from "../../../src/core/model/rollout.ts";
import { type Random, seededRandom } from "./random-counts.ts";
import { simulateMinute, type Traffic } from "./simulated-traffic.ts";

export const testedGuard: RolloutGuard = {
  name: "checkout",
  bad: "errors",
  tolerate: { relative: 0, absolute: 0 },
  confidence: 0.95,
  action: "return",
};

export type Setting = (random: Random) => Traffic;

interface Run {
  readonly seed: number;
  readonly minutesMax: number;
}

/** How many minutes a guard takes to its alarm; infinity without one. */
function minutesToAlarm(setting: Setting, guard: RolloutGuard, { seed, minutesMax }: Run): number {
  const random = seededRandom(seed);
  const traffic = setting(random);
  let evidence = noEvidence;
  for (let minute = 0; minute < minutesMax; minute += 1) {
    evidence = addMinute(evidence, simulateMinute(random, traffic, minute), guard);
    if (isAlarm(evidence, guard)) {
      return minute + 1;
    }
  }
  return Number.POSITIVE_INFINITY;
}

function isAlarm(evidence: GuardEvidence, guard: RolloutGuard): boolean {
  // The verdict costs more, and decides the same.
  return (
    totalEvidence(evidence) >= evidenceLimit(guard, 1) &&
    verdict(evidence, guard, 1).state === "alarm"
  );
}

/** The delays of many runs, ascending. Each run has its own seed. */
export function delays(
  runs: number,
  setting: Setting,
  minutesMax: number,
  guard = testedGuard,
): readonly number[] {
  return Array.from({ length: runs }, (_, seed) =>
    minutesToAlarm(setting, guard, { seed, minutesMax }),
  ).toSorted((one, other) => one - other);
}

const dayMinutes = 1_440;

/** How many days have an alarm, for a confidence of 95 % and of 99 %. */
export function falseAlarms(runs: number, setting: Setting, guard = testedGuard) {
  const surer = { ...guard, confidence: 0.99 };
  let of95 = 0;
  let of99 = 0;
  for (let seed = 0; seed < runs; seed += 1) {
    const run = { seed, minutesMax: dayMinutes };
    if (Number.isFinite(minutesToAlarm(setting, guard, run))) {
      of95 += 1;
      // An alarm of the surer guard is one of the other too: other days need no second run.
      of99 += Number.isFinite(minutesToAlarm(setting, surer, run)) ? 1 : 0;
    }
  }
  return { of95, of99 };
}

export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
