import { expect, test } from "bun:test";
import { currentStart, startAt } from "../../../src/core/model/rollout-start.ts";
import { instantOf, isTimeZone } from "../../../src/core/text/local-time.ts";

/** The days on which clocks change in 2027, in zones of both halves of the earth. */
const rows = [
  ["2027-03-28T01:59", "Europe/Berlin", "2027-03-28T00:59:00.000Z", null],
  ["2027-03-28T02:30", "Europe/Berlin", "2027-03-28T01:30:00.000Z", "skipped"],
  ["2027-03-28T03:00", "Europe/Berlin", "2027-03-28T01:00:00.000Z", null],
  ["2027-10-31T02:30", "Europe/Berlin", "2027-10-31T00:30:00.000Z", "repeated"],
  ["2027-10-31T03:00", "Europe/Berlin", "2027-10-31T02:00:00.000Z", null],
  ["2027-03-14T02:30", "America/New_York", "2027-03-14T07:30:00.000Z", "skipped"],
  ["2027-11-07T01:30", "America/New_York", "2027-11-07T05:30:00.000Z", "repeated"],
  ["2027-10-03T02:15", "Australia/Lord_Howe", "2027-10-02T15:45:00.000Z", "skipped"],
  ["2027-04-04T01:45", "Australia/Lord_Howe", "2027-04-03T14:45:00.000Z", "repeated"],
  ["2027-03-28T09:00", "Asia/Kolkata", "2027-03-28T03:30:00.000Z", null],
  ["2027-03-28T09:00:30", "UTC", "2027-03-28T09:00:30.000Z", null],
] as const;

test.each(rows)("%s in %s", (local, zone, instant, note) => {
  const at = Date.parse(instant);
  expect(instantOf(local, zone)).toEqual({ at, note });
  expect(startAt(local, zone)).toEqual({ start: { kind: "at", at, local, zone }, note });
});

test.each([
  ["2027-02-30T09:00", "UTC"],
  ["2027-03-28", "UTC"],
  ["2027-03-28T09:00Z", "UTC"],
  ["2027-03-28T24:30", "UTC"],
  ["2027-03-28T09:00", "Mars/Olympus"],
  ["2027-03-28T09:00", ""],
])("%s in %s is no time", (local, zone) => {
  expect(instantOf(local, zone)).toBe(null);
  expect(startAt(local, zone)).toBe(null);
});

test("a stored start moves when the rules of its zone change, and others stay", () => {
  const stale = { kind: "at", at: 1, local: "2027-03-28T09:00", zone: "Europe/Berlin" } as const;
  expect(currentStart(stale)).toEqual({ ...stale, at: Date.parse("2027-03-28T07:00Z") });
  const instant = { ...stale, local: null, zone: null };
  expect(currentStart(instant)).toBe(instant);
  expect(currentStart({ ...stale, zone: "Gone/Zone" }).kind).toBe("at");
  expect([isTimeZone("Europe/Berlin"), isTimeZone("Nowhere")]).toEqual([true, false]);
});
