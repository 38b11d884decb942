import { dayMs } from "../time-units.ts";
/**
 * The latest time that was seen and accepted, stored once an hour. Retention removes only data that
 * is old by both the clock and this mark. So a clock that is months ahead removes nothing at once
 * (docs/decisions.md#retention).
 */
export interface ClockMark {
  /** Milliseconds since the epoch. */
  readonly seenAt: number;
  /** For how many hours in a row the clock has differed from `seenAt` by more than a day. */
  readonly jumpedHours: number;
}

/** The hours after which a jumped clock is accepted: time for an operator to correct it. */
const hoursUntilBelieved = 24;

/** How far the clock is ahead of the mark in ms, negative if behind; undefined up to a day. */
export function clockJump({ seenAt }: ClockMark, now: number): number | undefined {
  const jump = now - seenAt;
  return Math.abs(jump) > dayMs ? jump : undefined;
}

/**
 * The mark at a start: the stored one. It does not follow a jump, so that restarts do not count as
 * hours. Data without a mark has the time of its latest commit; empty data has neither.
 */
export function markAtStart(
  stored: ClockMark | null,
  newestCommitAt: number | undefined,
  now: number,
): ClockMark {
  const mark = stored ?? { seenAt: newestCommitAt ?? now, jumpedHours: 0 };
  return clockJump(mark, now) === undefined ? marked(Math.max(mark.seenAt, now)) : mark;
}

/** The mark after an hour in which the server ran; it follows a jump that has lasted for a day. */
export function markAfterHour(mark: ClockMark, now: number): ClockMark {
  if (clockJump(mark, now) === undefined) {
    return marked(Math.max(mark.seenAt, now));
  }
  const jumpedHours = mark.jumpedHours + 1;
  return jumpedHours < hoursUntilBelieved ? { ...mark, jumpedHours } : marked(now);
}

/** The time by which retention decides what is old: the earlier of the clock and the mark. */
export function believedTime(mark: ClockMark, now: number): number {
  return Math.min(mark.seenAt, now);
}

function marked(seenAt: number): ClockMark {
  return { seenAt, jumpedHours: 0 };
}
