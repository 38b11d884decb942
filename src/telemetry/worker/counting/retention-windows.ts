import { floorTo, minuteOf, minutesPerDay, minutesPerHour } from "../../messages/minutes.ts";

const secondsPerMinute = 60;
const secondsPerDay = 86_400;

/** How far a client's clock may be ahead of the server's (docs/api.md#telemetry-submission). */
const aheadSecondsMax = secondsPerDay;

/** Times in seconds since the epoch, both included; metrics with other times are dropped. */
export interface AcceptanceWindow {
  readonly oldestSeconds: number;
  readonly newestSeconds: number;
}

/** `dataMs` is the time that measures the age of counts, see `DataClock`. */
export function acceptanceWindowAt(
  nowMs: number,
  dataMs: number,
  retentionDays: number,
): AcceptanceWindow {
  return retentionDays === 0
    ? { oldestSeconds: Number.POSITIVE_INFINITY, newestSeconds: Number.NEGATIVE_INFINITY }
    : {
        oldestSeconds: Math.floor(dataMs / 1_000) - retentionDays * secondsPerDay,
        newestSeconds: Math.floor(nowMs / 1_000) + aheadSecondsMax,
      };
}

/**
 * The first minute of the oldest retained day; all counts before it are deleted. `dataMs` is as
 * above.
 */
export function retentionStart(dataMs: number, retentionDays: number): number {
  return retentionDays === 0
    ? Number.MAX_SAFE_INTEGER
    : floorTo(minuteOf(dataMs) - retentionDays * minutesPerDay, minutesPerDay);
}

/**
 * The first minutes of the oldest minute bucket and the oldest hour bucket; older counts are rolled
 * up. Minutes are stored for the current hour and the one before it, hours from the start of
 * yesterday. So a summary of the last 24 hours never needs a day bucket.
 */
export interface RollupBoundaries {
  readonly minutesFrom: number;
  readonly hoursFrom: number;
}

export function rollupBoundariesAt(dataMs: number): RollupBoundaries {
  const now = minuteOf(dataMs);
  return {
    minutesFrom: floorTo(now, minutesPerHour) - minutesPerHour,
    hoursFrom: floorTo(now, minutesPerDay) - minutesPerDay,
  };
}

/** The days that outcomes are stored: a preview of a rollout reads the last week. */
export const outcomeDays = 8;
/** The days that the minutes of guards are stored after the latest one of their rollout. */
export const guardMinuteDays = 30;

export function secondsOfMinute(minute: number): number {
  return minute * secondsPerMinute;
}

export function minuteOfSeconds(seconds: number): number {
  return Math.floor(seconds / secondsPerMinute);
}
