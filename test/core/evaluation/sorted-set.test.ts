import { expect, test } from "bun:test";
import fc from "fast-check";
import { difference, sortedSet } from "../../../src/core/evaluation/sorted-set.ts";

/** Few different members, so that sets have members in common at every place. */
const member = fc.oneof(
  fc.nat(20).map((number) => `User;${number}`),
  fc.constantFrom("", "\ue000", "\u{1f389}", "\ud800", "é", "z"),
);
const set = fc.array(member, { maxLength: 30 }).map(sortedSet);

test("a difference has the members that the other set does not contain, in order", () => {
  fc.assert(
    fc.property(set, set, (left, right) => {
      expect([...difference(left, right)]).toEqual(
        [...left].filter((value) => ![...right].includes(value)),
      );
    }),
    { numRuns: 2_000 },
  );
});

test("differences of sets that are equal, empty or alike at one end", () => {
  const members = sortedSet(["a", "b", "c"]);
  expect(difference(members, members)).toEqual([]);
  expect(difference(members, [])).toEqual(["a", "b", "c"]);
  expect(difference([], members)).toEqual([]);
  expect(difference(sortedSet(["a", "b", "d"]), members)).toEqual(["d"]);
  expect(difference(members, sortedSet(["b"]))).toEqual(["a", "c"]);
});
