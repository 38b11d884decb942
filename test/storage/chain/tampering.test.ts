import { afterAll, expect, test } from "bun:test";
import { verifyDatabase } from "../../../src/storage/chain/verify-database.ts";
import { isVerified } from "../../../src/storage/chain/verify-report.ts";
import { expectSeen, TamperedCopies } from "./tampered-copies.ts";
import { tamperings } from "./tampering.ts";

const copies = await TamperedCopies.make();
afterAll(() => copies.remove());

test("an unchanged record is verified, also with the checkpoints that were stored elsewhere", () => {
  const report = verifyDatabase(copies.original, "unused", { outside: copies.signed });
  expect(report.problems).toEqual([]);
  expect(isVerified(report)).toBe(true);
  expect(report.checkpoints).toBe(6);
  expect(report.chains.map(({ environment, records }) => [environment, records])).toEqual([
    [null, expect.any(Number)],
    [1, 36],
    [2, 19],
  ]);
});

const kinds = Object.entries(tamperings).map(
  ([name, tamper], index) => [name, tamper, index % 4] as const,
);

test.each(kinds)("a verification finds %s", (_, tamper, place) => {
  const report = copies.verified((database) => tamper(database, place));
  expect(isVerified(report)).toBe(false);
});

test("a report has the first bad record of each chain", () => {
  const report = copies.verified((database) => {
    database.run("UPDATE audits SET value = 'x' WHERE environment_id = 1 AND sequence IN (9, 20)");
    database.run("UPDATE audits SET value = 'x' WHERE environment_id = 2 AND sequence = 8");
    database.run("UPDATE acts SET at = at + 1 WHERE n > 4");
  });
  expect(report.chains.map(({ bad }) => bad?.record)).toEqual([5, 9, 8]);
});

test("only outside checkpoints find that a whole older copy was put back", () => {
  expect(isVerified(verifyDatabase(copies.older, "unused"))).toBe(true);
  const report = verifyDatabase(copies.older, "unused", { outside: copies.signed });
  expect(isVerified(report)).toBe(false);
  expect(report.chains.map(({ bad }) => bad?.record ?? null)).toEqual([null, 25, 13]);
});

test("flipped bits are found, or change nothing that the record has", () => {
  for (let round = 0; round < 10; round++) {
    expectSeen(copies, Math.floor(Math.random() * copies.bits));
  }
});
