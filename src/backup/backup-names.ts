/*
 * The backups that a server makes by itself are named by their moment in UTC, so that their names
 * sort as they do. Nothing else in their directory is ever touched.
 */

const pattern =
  /^gatehouse-(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)T(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)Z\.tar\.gz$/;
const beforeFraction = /\.\d{3}Z$/;
const punctuation = /[-:]/g;
const secondMs = 1_000;

export function scheduledName(nowMs: number): string {
  const moment = new Date(nowMs)
    .toISOString()
    .replace(beforeFraction, "Z")
    .replace(punctuation, "");
  return `gatehouse-${moment}.tar.gz`;
}

/** A name that nothing has yet: the clock may have stepped back to a moment that had its backup. */
export function freeName(names: readonly string[], nowMs: number): string {
  const taken = new Set(names);
  for (let ms = nowMs; ; ms += secondMs) {
    const name = scheduledName(ms);
    if (!taken.has(name)) {
      return name;
    }
  }
}

/** When a backup of that name was made, in milliseconds; null for a name of something else. */
export function scheduledMs(name: string): number | null {
  const { year, month, day, hour, minute, second } = pattern.exec(name)?.groups ?? {};
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(ms) ? null : ms;
}

/** All but the newest so many, and but the one that was just made, whatever its name says. */
export function outdatedNames(
  names: readonly string[],
  keepMax: number,
  justMade: string,
): readonly string[] {
  return names
    .filter((name) => scheduledMs(name) !== null && name !== justMade)
    .toSorted()
    .toReversed()
    .slice(keepMax - 1);
}

/**
 * When the next backup is due: an interval after the newest one, so that restarts neither add nor
 * miss any; at once without one; never later than an interval from now, whatever clocks said.
 */
export function dueMs(names: readonly string[], everyMs: number, nowMs: number): number {
  const newest = Math.max(...names.map((name) => scheduledMs(name) ?? Number.NEGATIVE_INFINITY));
  return Math.min(newest + everyMs, nowMs + everyMs);
}
