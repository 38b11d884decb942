import type { BucketSeries } from "../messages/bucket-series.ts";
import { cappedSum, type EvaluationCounts } from "../messages/counts.ts";
import { timestampOf } from "../messages/minutes.ts";
import type { KeyCounts } from "./store/count-reads.ts";

/**
 * Returns a function that writes a feature's members `summary` and `time_series`
 * (docs/api.md#telemetry-summary) as JSON text, with zeros for buckets without counts. They are
 * most of the text of a large answer, which the main thread only passes on.
 */
export function summaryWriter(series: BucketSeries): (counts: KeyCounts | undefined) => string {
  const timestamps = Array.from({ length: series.bucketCount }, (_, index) =>
    JSON.stringify(timestampOf(series.start + index * series.sizeMinutes)),
  );
  const write = (counts: KeyCounts): string => {
    const total: EvaluationCounts = { enabled: 0, disabled: 0 };
    const items = timestamps.map((timestamp, index) => {
      const { enabled, disabled } = counts.get(index) ?? zeroCounts;
      total.enabled = cappedSum(total.enabled, enabled);
      total.disabled = cappedSum(total.disabled, disabled);
      return `{"timestamp":${timestamp},${membersOf(enabled, disabled)}}`;
    });
    const members = membersOf(total.enabled, total.disabled);
    const rate = rateOf(total);
    return `"summary":{${members},"enabled_rate":${rate}},"time_series":[${items.join(",")}]`;
  };
  // Most features of a large project have no counts, and their text is the same: it is made once.
  let empty: string | undefined;
  return (counts) => {
    if (counts !== undefined) {
      return write(counts);
    }
    empty ??= write(new Map());
    return empty;
  };
}

const zeroCounts: EvaluationCounts = { enabled: 0, disabled: 0 };

function membersOf(enabled: number, disabled: number): string {
  return `"total":${cappedSum(enabled, disabled)},"enabled":${enabled},"disabled":${disabled}`;
}

function rateOf({ enabled, disabled }: EvaluationCounts): number {
  return enabled === 0 ? 0 : enabled / (enabled + disabled);
}
