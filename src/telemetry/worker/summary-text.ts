import { added, type Counts } from "../messages/counts.ts";
import { timestampOf } from "../messages/minutes.ts";
import type { Series } from "../messages/series.ts";
import type { KeyCounts } from "./store/count-reads.ts";

/**
 * Writes what a summary says of keys' counts (SPEC.md 2.10): the members `summary` and
 * `time_series` of a feature, zero-filled. As text, which is most of a large answer.
 */
export function summaryWriter(series: Series): (counts: KeyCounts | undefined) => string {
  const timestamps = Array.from({ length: series.bucketCount }, (_, index) =>
    JSON.stringify(timestampOf(series.start + index * series.sizeMinutes)),
  );
  const write = (counts: KeyCounts): string => {
    const total: Counts = { enabled: 0, disabled: 0 };
    const items = timestamps.map((timestamp, index) => {
      const { enabled, disabled } = counts.get(index) ?? none;
      total.enabled = added(total.enabled, enabled);
      total.disabled = added(total.disabled, disabled);
      return `{"timestamp":${timestamp},${membersOf(enabled, disabled)}}`;
    });
    const members = membersOf(total.enabled, total.disabled);
    const rate = rateOf(total);
    return `"summary":{${members},"enabled_rate":${rate}},"time_series":[${items.join(",")}]`;
  };
  // Most features of a large project were not asked for, and they all look the same.
  let empty: string | undefined;
  return (counts) => {
    if (counts !== undefined) {
      return write(counts);
    }
    empty ??= write(new Map());
    return empty;
  };
}

const none: Counts = { enabled: 0, disabled: 0 };

function membersOf(enabled: number, disabled: number): string {
  return `"total":${added(enabled, disabled)},"enabled":${enabled},"disabled":${disabled}`;
}

function rateOf({ enabled, disabled }: Counts): number {
  return enabled === 0 ? 0 : enabled / (enabled + disabled);
}
