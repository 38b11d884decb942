import { floorTo, minuteOf, minutesPerDay, minutesPerHour } from "./minutes.ts";

export type Resolution = "hour" | "day";

/** The buckets of a summary, the current one last (docs/api.md#telemetry-summary). */
export interface BucketSeries {
  readonly days: number;
  readonly resolution: Resolution;
  /** The first minute of the first bucket. */
  readonly start: number;
  readonly sizeMinutes: number;
  readonly bucketCount: number;
}

const hoursPerDay = 24;

/** The series of the last `days` days: by the hour for one day, by the day for more. */
export function bucketSeriesAt(nowMs: number, days: number): BucketSeries {
  const now = minuteOf(nowMs);
  return days === 1
    ? seriesOf(days, "hour", floorTo(now, minutesPerHour), minutesPerHour, hoursPerDay)
    : seriesOf(days, "day", floorTo(now, minutesPerDay), minutesPerDay, days);
}

function seriesOf(
  days: number,
  resolution: Resolution,
  last: number,
  sizeMinutes: number,
  bucketCount: number,
): BucketSeries {
  return {
    days,
    resolution,
    start: last - (bucketCount - 1) * sizeMinutes,
    sizeMinutes,
    bucketCount,
  };
}
