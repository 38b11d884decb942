import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  backupTimeMs,
  nextBackupMs,
  outdatedBackupNames,
  unusedBackupFileName,
} from "../../../src/storage/backup/backup-file-names.ts";

const noonMs = Date.UTC(2026, 10, 21, 12);
const hourMs = 3_600_000;
const noon = "gatehouse-20261121T120000Z.tar.gz";

function nameAt(ms: number): string {
  return unusedBackupFileName([], ms);
}

function namesAt(...hours: readonly number[]): readonly string[] {
  return hours.map((hour) => nameAt(noonMs + hour * hourMs));
}

const otherNames = [
  "gatehouse-20261121T120000Z.tar.gz.partial",
  "gatehouse-20261121T120000Z.tar",
  "my-gatehouse-20261121T120000Z.tar.gz",
  "gatehouse-20261399T120000Z.tar.gz",
  "gatehouse.db",
  "",
];

test("a name holds the backup's time in UTC, to the second", () => {
  expect(nameAt(noonMs)).toBe(noon);
  expect(nameAt(noonMs + 999)).toBe(noon);
  expect(backupTimeMs(noon)).toBe(noonMs);
});

test("names sort in the order of time", () => {
  const moment = fc.integer({ min: 0, max: Date.UTC(9999, 0) });
  fc.assert(
    fc.property(moment, moment, (left, right) => {
      const order = Math.sign(Math.floor(left / 1_000) - Math.floor(right / 1_000));
      const [a, b] = [nameAt(left), nameAt(right)];
      expect(a < b ? -1 : a > b ? 1 : 0).toBe(order);
      expect(backupTimeMs(a)).toBe(Math.floor(left / 1_000) * 1_000);
    }),
  );
});

test.each(otherNames)("%j is not the name of a backup", (name) => {
  expect(backupTimeMs(name)).toBeNull();
  expect(outdatedBackupNames([name, name], 1, noon, noonMs)).toEqual([]);
  expect(nextBackupMs([name], hourMs, noonMs)).toBeLessThan(noonMs);
});

test("a backup gets the name of the next second if its name is taken", () => {
  expect(unusedBackupFileName([], noonMs)).toBe(noon);
  const next = "gatehouse-20261121T120001Z.tar.gz";
  expect(unusedBackupFileName([noon], noonMs)).toBe(next);
  expect(unusedBackupFileName([next, noon], noonMs)).toBe("gatehouse-20261121T120002Z.tar.gz");
});

test("the newest are kept, and the one just made even if the clock was set back", () => {
  const names = namesAt(3, 1, 0, 2);
  const laterMs = noonMs + 3 * hourMs;
  expect(outdatedBackupNames(names, 4, names[0] ?? "", laterMs)).toEqual([]);
  expect(outdatedBackupNames(names, 3, names[0] ?? "", laterMs)).toEqual(namesAt(0));
  expect(outdatedBackupNames(names, 1, names[0] ?? "", laterMs)).toEqual(namesAt(2, 1, 0));
  expect(outdatedBackupNames(names, 2, namesAt(0)[0] ?? "", laterMs)).toEqual(namesAt(2, 1));
});

test("backups from the future take no place of the kept ones, and are as many at most", () => {
  const [justMade = ""] = namesAt(0);
  const past = namesAt(-1, -2, -3);
  expect(outdatedBackupNames([...past, ...namesAt(9_000)], 3, justMade, noonMs)).toEqual(
    namesAt(-3),
  );
  const future = namesAt(9_000, 8_000, 7_000, 6_000);
  expect(outdatedBackupNames([...future, ...past], 3, justMade, noonMs)).toEqual(
    namesAt(9_000, -3),
  );
  // Once their time has come they are as the others.
  expect(outdatedBackupNames(past, 3, justMade, noonMs)).toEqual(namesAt(-3));
});

test.each([
  ["at once without backups", [], Number.NEGATIVE_INFINITY],
  ["an interval after the newest", [-5, -1, -3], 5],
  ["at once if that time has passed", [-30], -24],
  ["at once if all backups are in the future", [1_000], Number.NEGATIVE_INFINITY],
  ["as if there were no backups in the future", [1_000, -5, 2_000], 1],
] as const)("the next backup is due %s", (_, hours, dueHours) => {
  expect(nextBackupMs(namesAt(...hours), 6 * hourMs, noonMs)).toBe(noonMs + dueHours * hourMs);
});
