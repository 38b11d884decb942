import { expect, test } from "bun:test";
import fc from "fast-check";
import { type DescendingList, latestOfLists } from "../../../src/storage/sqlite/latest-of-lists.ts";

function listOf(numbers: readonly number[], onRead: (count: number) => void = () => undefined) {
  const descending = numbers.toSorted((left, right) => right - left);
  const list: DescendingList = {
    largest: descending[0] ?? 0,
    older(before, limit) {
      const piece = descending.filter((number) => number < before).slice(0, limit);
      onRead(piece.length);
      return piece;
    },
  };
  return list;
}

const lists = fc
  .uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 120 })
  .chain((numbers) =>
    fc.tuple(
      fc.constant(numbers),
      fc.array(fc.nat({ max: 8 }), { minLength: numbers.length, maxLength: numbers.length }),
    ),
  );

test("the largest numbers of all lists together, from the largest down", () => {
  fc.assert(
    fc.property(lists, fc.integer({ min: 1, max: 130 }), ([numbers, places], count) => {
      const inPlace = (place: number) => numbers.filter((_, index) => places[index] === place);
      const filled = [1, 2, 3, 4, 5, 6, 7, 8].map(inPlace).filter(({ length }) => length > 0);
      const found = latestOfLists(
        filled.map((list) => listOf(list)),
        inPlace(0),
        count,
      );
      expect(found).toEqual(numbers.toSorted((left, right) => right - left).slice(0, count));
    }),
  );
});

test("no list is read much further than the result", () => {
  let readCount = 0;
  const long = Array.from({ length: 1_000 }, (_, list) =>
    listOf(
      Array.from({ length: 1_000 }, (_, index) => 1_000 * index + list),
      (count) => {
        readCount += count;
      },
    ),
  );
  expect(latestOfLists(long, [], 1_000)).toHaveLength(1_000);
  expect(readCount).toBeLessThan(2_000);
});
