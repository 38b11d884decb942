import {
  type ArmMinute,
  actorBucketCount,
  type GuardMinute,
} from "../../../core/guards/guard-minute.ts";
import { packNumbers, unpackNumbers } from "./packed-numbers.ts";

/** The step plus 1, as -1 is before the first; then the checks, totals and errors of both arms. */
export function packGuardMinute({ step, enabled, disabled }: GuardMinute): Uint8Array<ArrayBuffer> {
  return packNumbers([step + 1, ...numbersOf(enabled), ...numbersOf(disabled)]);
}

export function unpackGuardMinute(minute: number, bytes: Uint8Array): GuardMinute {
  const [step = 0, ...numbers] = unpackNumbers(bytes);
  const length = 1 + 2 * actorBucketCount;
  return {
    step: step - 1,
    minute,
    enabled: armOf(numbers.slice(0, length)),
    disabled: armOf(numbers.slice(length)),
  };
}

function numbersOf({ checks, totals, errors }: ArmMinute): readonly number[] {
  return [checks, ...totals, ...errors];
}

function armOf([checks = 0, ...counts]: readonly number[]): ArmMinute {
  return {
    checks,
    totals: counts.slice(0, actorBucketCount),
    errors: counts.slice(actorBucketCount),
  };
}
