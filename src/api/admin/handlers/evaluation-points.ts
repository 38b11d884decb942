import { minuteMs } from "../../../core/time-units.ts";
import type { BucketSeries } from "../../../telemetry/messages/bucket-series.ts";
import type { KeyCountsAnswer } from "../../../telemetry/messages/key-counts.ts";
import type { FeatureActivity, Sparkline } from "../contract/telemetry-models.ts";

const minuteSeconds = 60;

export function axisOf({ start, sizeMinutes }: BucketSeries) {
  return { stepSeconds: sizeMinutes * minuteSeconds, start: start * minuteMs };
}

/** The sums of some counts for each bucket of a series. */
export function pointsOf(
  counts: readonly KeyCountsAnswer[],
  { bucketCount }: BucketSeries,
): Sparkline {
  const total = new Array<number>(bucketCount).fill(0);
  const enabled = new Array<number>(bucketCount).fill(0);
  for (const [index, on, off] of counts.flatMap(({ buckets }) => buckets)) {
    total[index] = (total[index] ?? 0) + on + off;
    enabled[index] = (enabled[index] ?? 0) + on;
  }
  return { total, enabled };
}

export function activityOf(key: string, counts: KeyCountsAnswer | undefined): FeatureActivity {
  const { last, buckets } = counts ?? { last: null, buckets: [] };
  return {
    key,
    total: totalOf({ last, buckets }),
    enabled: buckets.reduce((sum, [, enabled]) => sum + enabled, 0),
    lastEvaluatedAt: last === null ? null : last * minuteMs,
  };
}

export function totalOf({ buckets }: KeyCountsAnswer): number {
  return buckets.reduce((sum, [, enabled, disabled]) => sum + enabled + disabled, 0);
}
