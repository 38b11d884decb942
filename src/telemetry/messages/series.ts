import { floorTo, minuteOf, minutesPerDay, minutesPerHour } from "./minutes.ts";

export type Resolution = "hour" | "day";

/** The buckets of a summary (SPEC.md 2.10): the last one is the current one. */
export interface Series {
  readonly days: number;
  readonly resolution: Resolution;
  /** The start of the first bucket. */
  readonly start: number;
  readonly sizeMinutes: number;
  readonly bucketCount: number;
}

const hoursPerDay = 24;

export function seriesAt(nowMs: number, days: number): Series {
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
): Series {
  return {
    days,
    resolution,
    start: last - (bucketCount - 1) * sizeMinutes,
    sizeMinutes,
    bucketCount,
  };
}
