import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  dueMs,
  freeName,
  outdatedNames,
  scheduledMs,
  scheduledName,
} from "../../src/backup/backup-names.ts";

const noonMs = Date.UTC(2026, 10, 21, 12);
const hourMs = 3_600_000;
const noon = "gatehouse-20261121T120000Z.tar.gz";

function namesAt(...hours: readonly number[]): readonly string[] {
  return hours.map((hour) => scheduledName(noonMs + hour * hourMs));
}

const strangers = [
  "gatehouse-20261121T120000Z.tar.gz.partial",
  "gatehouse-20261121T120000Z.tar",
  "my-gatehouse-20261121T120000Z.tar.gz",
  "gatehouse-20261399T120000Z.tar.gz",
  "gatehouse.db",
  "",
];

test("a name says when its backup was made, to the second, in UTC", () => {
  expect(scheduledName(noonMs)).toBe(noon);
  expect(scheduledName(noonMs + 999)).toBe(noon);
  expect(scheduledMs(noon)).toBe(noonMs);
});

test("names sort as the moments do", () => {
  const moment = fc.integer({ min: 0, max: Date.UTC(9999, 0) });
  fc.assert(
    fc.property(moment, moment, (left, right) => {
      const order = Math.sign(Math.floor(left / 1_000) - Math.floor(right / 1_000));
      const [a, b] = [scheduledName(left), scheduledName(right)];
      expect(a < b ? -1 : a > b ? 1 : 0).toBe(order);
      expect(scheduledMs(a)).toBe(Math.floor(left / 1_000) * 1_000);
    }),
  );
});

test.each(strangers)("%j is the name of something else", (name) => {
  expect(scheduledMs(name)).toBeNull();
  expect(outdatedNames([name, name], 1, noon)).toEqual([]);
  expect(dueMs([name], hourMs, noonMs)).toBeLessThan(noonMs);
});

test("a moment that has its backup gives the next second its name", () => {
  expect(freeName([], noonMs)).toBe(noon);
  const next = "gatehouse-20261121T120001Z.tar.gz";
  expect(freeName([noon], noonMs)).toBe(next);
  expect(freeName([next, noon], noonMs)).toBe("gatehouse-20261121T120002Z.tar.gz");
});

test("the newest are kept, and the one just made even if the clock has stepped back", () => {
  const names = namesAt(3, 1, 0, 2);
  expect(outdatedNames(names, 4, names[0] ?? "")).toEqual([]);
  expect(outdatedNames(names, 3, names[0] ?? "")).toEqual(namesAt(0));
  expect(outdatedNames(names, 1, names[0] ?? "")).toEqual(namesAt(2, 1, 0));
  expect(outdatedNames(names, 2, namesAt(0)[0] ?? "")).toEqual(namesAt(2, 1));
});

test.each([
  ["at once without any", [], Number.NEGATIVE_INFINITY],
  ["an interval after the newest", [-5, -1, -3], 5],
  ["at once if that is past", [-30], -24],
  ["an interval from now after a clock that was ahead", [1_000], 6],
] as const)("the next is due %s", (_, hours, dueHours) => {
  expect(dueMs(namesAt(...hours), 6 * hourMs, noonMs)).toBe(noonMs + dueHours * hourMs);
});
