import { secondMs } from "../../core/time-units.ts";

/*
 * Names of scheduled backups: a backup's time in UTC, so the order of names is the order of times.
 * Files with other names in the backup directory are never changed.
 */

const pattern =
  /^gatehouse-(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)T(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)Z\.tar\.gz$/;
const beforeFraction = /\.\d{3}Z$/;
const punctuation = /[-:]/g;

function backupFileName(nowMs: number): string {
  const moment = new Date(nowMs)
    .toISOString()
    .replace(beforeFraction, "Z")
    .replace(punctuation, "");
  return `gatehouse-${moment}.tar.gz`;
}

/** An unused name: if the clock was set back, the name of the time itself may be in use. */
export function unusedBackupFileName(names: readonly string[], nowMs: number): string {
  const taken = new Set(names);
  for (let ms = nowMs; ; ms += secondMs) {
    const name = backupFileName(ms);
    if (!taken.has(name)) {
      return name;
    }
  }
}

/** The time in a backup's name, in milliseconds since the epoch; null for another file's name. */
export function backupTimeMs(name: string): number | null {
  const { year, month, day, hour, minute, second } = pattern.exec(name)?.groups ?? {};
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(ms) ? null : ms;
}

/**
 * The backups to remove: all but the latest `keepMax`, and never `justMade`. A backup with a time
 * in the future was created while the clock was ahead. It does not count as one of the latest, as
 * it may hold older data than its name shows. At most `keepMax` such backups stay in addition.
 */
export function outdatedBackupNames(
  names: readonly string[],
  keepMax: number,
  justMade: string,
  nowMs: number,
): readonly string[] {
  const earlier = names
    .filter((name) => backupTimeMs(name) !== null && name !== justMade)
    .toSorted()
    .toReversed();
  const { future = [], past = [] } = Object.groupBy(earlier, (name) =>
    isFuture(name, nowMs) ? "future" : "past",
  );
  return [...future.slice(0, -keepMax), ...past.slice(keepMax - 1)];
}

/**
 * When the next backup is due, in milliseconds since the epoch: one interval after the latest
 * backup, so restarts do not change the schedule; at once if there is no backup. A backup with a
 * time in the future does not count: the clock was ahead when it was created.
 */
export function nextBackupMs(names: readonly string[], everyMs: number, nowMs: number): number {
  const times = names
    .filter((name) => !isFuture(name, nowMs))
    .map((name) => backupTimeMs(name) ?? Number.NEGATIVE_INFINITY);
  return Math.max(...times) + everyMs;
}

function isFuture(name: string, nowMs: number): boolean {
  return (backupTimeMs(name) ?? nowMs) > nowMs;
}
