import { floorTo, minuteOf, minutesPerDay, minutesPerHour } from "../../messages/minutes.ts";

const secondsPerMinute = 60;
const secondsPerDay = 86_400;

/** How far ahead of our clock a client's may be (DESIGN.md section 4). */
const aheadSecondsMax = secondsPerDay;

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

export function minuteOfSeconds(seconds: number): number {
  return Math.floor(seconds / secondsPerMinute);
}
