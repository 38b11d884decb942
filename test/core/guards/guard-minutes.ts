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

/** A minute whose outcomes and errors are spread over the first `buckets` buckets. */
export function guardMinute(
  minute: number,
  { enabled, disabled }: { readonly enabled: ArmCounts; readonly disabled: ArmCounts },
  { step = 0, buckets = actorBucketCount } = {},
): GuardMinute {
  return { minute, step, enabled: arm(enabled, buckets), disabled: arm(disabled, buckets) };
}

function arm([total, errors, checks = total]: ArmCounts, buckets: number): ArmMinute {
  return { checks, totals: spread(total, buckets), errors: spread(errors, buckets) };
}

function spread(count: number, buckets: number): readonly number[] {
  return Array.from({ length: actorBucketCount }, (_, index) =>
    index < buckets ? Math.floor(count / buckets) + (index < count % buckets ? 1 : 0) : 0,
  );
}
