import { expect, test } from "bun:test";
import {
  believedTime,
  type ClockMark,
  clockJump,
  markAfterHour,
  markAtStart,
} from "../../../src/core/model/clock-mark.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const seenAt = Date.UTC(2026, 10, 21, 12);
const mark: ClockMark = { seenAt, jumpedHours: 0 };

function afterHours(start: ClockMark, hours: number, nowOf: (hour: number) => number): ClockMark {
  let current = start;
  for (let hour = 1; hour <= hours; hour++) {
    current = markAfterHour(current, nowOf(hour));
  }
  return current;
}

test("a jump is more than a day, ahead or behind", () => {
  expect(clockJump(mark, seenAt + dayMs)).toBeUndefined();
  expect(clockJump(mark, seenAt - dayMs)).toBeUndefined();
  expect(clockJump(mark, seenAt + dayMs + 1)).toBe(dayMs + 1);
  expect(clockJump(mark, seenAt - dayMs - 1)).toBe(-dayMs - 1);
});

test("the mark follows a clock that goes on, and not one that goes back a little", () => {
  const after = afterHours(mark, 100, (hour) => seenAt + hour * hourMs);
  expect(after).toEqual({ seenAt: seenAt + 100 * hourMs, jumpedHours: 0 });
  expect(markAfterHour(after, after.seenAt - hourMs)).toEqual(after);
  expect(believedTime(after, after.seenAt - hourMs)).toBe(after.seenAt - hourMs);
});

test.each([200 * dayMs, -200 * dayMs])(
  "a jump of %i ms is believed after 24 hours of it",
  (jump) => {
    const now = (hour: number) => seenAt + jump + hour * hourMs;
    const held = afterHours(mark, 23, now);
    expect(held).toEqual({ seenAt, jumpedHours: 23 });
    expect(believedTime(held, now(23))).toBeLessThanOrEqual(seenAt);
    expect(markAfterHour(held, now(24))).toEqual({ seenAt: now(24), jumpedHours: 0 });
    // A clock that is right again in between begins anew.
    const corrected = markAfterHour(held, seenAt + hourMs);
    expect(corrected).toEqual({ seenAt: seenAt + hourMs, jumpedHours: 0 });
  },
);

test("a start follows the clock, does not follow a jump, and counts no hour", () => {
  expect(markAtStart(mark, undefined, seenAt + dayMs)).toEqual({
    seenAt: seenAt + dayMs,
    jumpedHours: 0,
  });
  const held = { seenAt, jumpedHours: 7 };
  expect(markAtStart(held, seenAt + 99 * dayMs, seenAt + 99 * dayMs)).toEqual(held);
});

test("data without a mark has the time of its newest commit, and new data that of the clock", () => {
  expect(markAtStart(null, seenAt, seenAt + 90 * dayMs)).toEqual(mark);
  expect(markAtStart(null, seenAt, seenAt + hourMs).seenAt).toBe(seenAt + hourMs);
  expect(markAtStart(null, undefined, seenAt)).toEqual(mark);
});
