export const minutesPerHour = 60;
export const minutesPerDay = 1_440;
const secondsPerMinute = 60;
const millisecondsPerMinute = 60_000;
const secondsPerDay = 86_400;

/** How far ahead of our clock a client's may be (DESIGN.md section 4). */
const aheadSecondsMax = secondsPerDay;

/** All buckets are named by the minute since the epoch at which they start; days are UTC's. */
export function minuteOf(milliseconds: number): number {
  return Math.floor(milliseconds / millisecondsPerMinute);
}

export function floorTo(minute: number, sizeMinutes: number): number {
  return minute - (((minute % sizeMinutes) + sizeMinutes) % sizeMinutes);
}

/** ISO 8601, in UTC. */
export function timestampOf(minute: number): string {
  return new Date(minute * millisecondsPerMinute).toISOString();
}

/** The times, in seconds since the epoch and both included, that count; others are dropped. */
export interface Window {
  readonly oldestSeconds: number;
  readonly newestSeconds: number;
}

export function windowAt(nowMs: number, retentionDays: number): Window {
  const now = Math.floor(nowMs / 1_000);
  return retentionDays === 0
    ? { oldestSeconds: Number.POSITIVE_INFINITY, newestSeconds: Number.NEGATIVE_INFINITY }
    : { oldestSeconds: now - retentionDays * secondsPerDay, newestSeconds: now + aheadSecondsMax };
}

export function minuteOfSeconds(seconds: number): number {
  return Math.floor(seconds / secondsPerMinute);
}

/** The bucket of a day's start before which nothing is kept any more. */
export function oldestKept(nowMs: number, retentionDays: number): number {
  return retentionDays === 0
    ? Number.MAX_SAFE_INTEGER
    : floorTo(minuteOf(nowMs) - retentionDays * minutesPerDay, minutesPerDay);
}

/**
 * Where the finer buckets begin: minutes are kept for the running hour and the one before it,
 * hours since the start of yesterday, so that the last 24 hours never need a day's bucket.
 */
export interface Horizons {
  readonly minutesFrom: number;
  readonly hoursFrom: number;
}

export function horizonsAt(nowMs: number): Horizons {
  const now = minuteOf(nowMs);
  return {
    minutesFrom: floorTo(now, minutesPerHour) - minutesPerHour,
    hoursFrom: floorTo(now, minutesPerDay) - minutesPerDay,
  };
}

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
