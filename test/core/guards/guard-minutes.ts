import {
  addMinute,
  type GuardEvidence,
  noEvidence,
} from "../../../src/core/guards/guard-evidence.ts";
import {
  type ArmMinute,
  actorBucketCount,
  type GuardMinute,
} from "../../../src/core/guards/guard-minute.ts";
import type { RolloutGuard } from "../../../src/core/model/rollout.ts";

/** The evidence after many minutes, whatever it decides meanwhile. */
export function evidenceOf(
  minutes: readonly GuardMinute[],
  guard: Pick<RolloutGuard, "bad" | "tolerate">,
  before: GuardEvidence = noEvidence,
): GuardEvidence {
  return minutes.reduce((evidence, minute) => addMinute(evidence, minute, guard), before);
}

/** Outcomes and errors of an arm, and its checks: one for each outcome unless given. */
export type ArmCounts = readonly [total: number, errors: number, checks?: number];

/** A minute whose outcomes and errors are spread evenly over the first `buckets` buckets. */
export function guardMinute(
  minute: number,
  { enabled, disabled }: { readonly enabled: ArmCounts; readonly disabled: ArmCounts },
  { step = 0, buckets = actorBucketCount } = {},
): GuardMinute {
  const arm = ([total, errors, checks = total]: ArmCounts): ArmMinute => ({
    checks,
    totals: spread(total, buckets, minute),
    errors: spread(errors, buckets, minute),
  });
  return { minute, step, enabled: arm(enabled), disabled: arm(disabled) };
}

/** What cannot be divided is in other buckets in each minute. */
function spread(count: number, buckets: number, minute: number): readonly number[] {
  return Array.from({ length: actorBucketCount }, (_, index) => {
    const turn = (index + 7 * minute) % buckets;
    const rest = turn < count % buckets ? 1 : 0;
    return index < buckets ? Math.floor(count / buckets) + rest : 0;
  });
}
