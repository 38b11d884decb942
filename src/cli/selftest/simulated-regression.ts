import { addMinute, type GuardEvidence, noEvidence } from "../../core/guards/guard-evidence.ts";
import { type ArmMinute, actorBucketCount } from "../../core/guards/guard-minute.ts";
import { verdict } from "../../core/guards/guard-verdict.ts";
import type { RolloutGuard } from "../../core/model/rollout.ts";
import { textHash } from "../../core/text/text-hash.ts";

const guard: Pick<RolloutGuard, "bad" | "tolerate" | "confidence"> = {
  bad: "errors",
  tolerate: { relative: 0.1, absolute: 0 },
  confidence: 0.95,
};
const minutesMax = 120;
const outcomesPerBucket = 60;
const baseRate = 0.01;
const raisedRate = 0.1;

/**
 * Lets a guard look at simulated outcomes, 1 % of which are errors. Throws if it does not find ten
 * times as many errors with the feature, or finds a rise where there is none.
 */
export function findSimulatedRegression(): void {
  if (alarmMinute(raisedRate) === null) {
    throw new Error(`no alarm in ${minutesMax} minutes with ten times as many errors`);
  }
  const falseAlarm = alarmMinute(baseRate);
  if (falseAlarm !== null) {
    throw new Error(`an alarm in minute ${falseAlarm} without more errors`);
  }
}

/** The minute of the alarm; null without one. */
function alarmMinute(enabledRate: number): number | null {
  // The same numbers in each run, so that chance fails no test.
  let draws = 0;
  const random = () => textHash(String(draws++)) / 2 ** 32;
  let evidence: GuardEvidence = noEvidence;
  for (let minute = 0; minute < minutesMax; minute++) {
    const [enabled, disabled] = [arm(enabledRate, random), arm(baseRate, random)];
    evidence = addMinute(evidence, { minute, step: 0, enabled, disabled }, guard);
    if (verdict(evidence, guard, 1).state === "alarm") {
      return minute;
    }
  }
  return null;
}

function arm(rate: number, random: () => number): ArmMinute {
  const errors = Array.from({ length: actorBucketCount }, () => {
    let count = 0;
    for (let outcome = 0; outcome < outcomesPerBucket; outcome++) {
      count += random() < rate ? 1 : 0;
    }
    return count;
  });
  return {
    checks: actorBucketCount * outcomesPerBucket,
    totals: errors.map(() => outcomesPerBucket),
    errors,
  };
}
