import { minuteOf, minutesPerDay } from "./messages/minutes.ts";
import type { TelemetryCalls } from "./telemetry-calls.ts";

/**
 * The enabled checks of a feature since a time, without the minute of that time. Counts that were
 * moved into the hour or the day of that time are left out too, so there are never too many.
 */
export async function countEnabledChecks(
  telemetry: Pick<TelemetryCalls, "counts">,
  { environmentId, key }: { readonly environmentId: number; readonly key: string },
  { since, now }: { readonly since: number; readonly now: number },
): Promise<number> {
  const start = minuteOf(since) + 1;
  const minutes = minuteOf(now) - start + 1;
  if (minutes <= 0) {
    return 0;
  }
  // A bucket of a whole day would be read as a day of the calendar.
  const sizeMinutes = minutes === minutesPerDay ? minutes + 1 : minutes;
  const [counts] = await telemetry.counts({
    ...{ environmentId, keys: [key], isSummed: false },
    series: { days: 1, resolution: "hour", start, sizeMinutes, bucketCount: 1 },
  });
  return counts?.buckets[0]?.[1] ?? 0;
}
