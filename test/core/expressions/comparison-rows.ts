import { property, type Row } from "./operator-row.ts";

const time = { Time: [1_700_000_000] };
const later = { Time: ["2024-02-29T12:00:00Z"] };
const kinds = {
  list: [1, { a: [2] }],
  sameList: [1.0, { a: [2] }],
  longerList: [1, { a: [2] }, 3],
  otherList: [1, { a: [3] }],
  object: { a: 1, b: null },
  sameObject: { b: null, a: 1 },
  otherObject: { a: 1, c: null },
  smallerObject: { a: 1 },
  listLike: { 0: 1, length: 1 },
  one: [1],
  null: null,
};

const equalRows: readonly Row[] = [
  ["Equal", [1, 1], true],
  ["Equal", [1, 1.5], false],
  ["Equal", [1, "1"], false],
  ["Equal", [0, false], false],
  ["Equal", ["", false], false],
  ["Equal", [true, true], true],
  ["Equal", [true, "true"], false],
  ["Equal", ["é", "e\u0301"], false],
  ["Equal", [property("missing"), property("null")], true, kinds],
  ["Equal", [property("missing"), false], false],
  ["Equal", [property("missing"), ""], false],
  ["Equal", [property("list"), property("sameList")], true, kinds],
  ["Equal", [property("list"), property("longerList")], false, kinds],
  ["Equal", [property("list"), property("otherList")], false, kinds],
  ["Equal", [property("object"), property("sameObject")], true, kinds],
  ["Equal", [property("object"), property("otherObject")], false, kinds],
  ["Equal", [property("object"), property("smallerObject")], false, kinds],
  ["Equal", [property("smallerObject"), property("object")], false, kinds],
  ["Equal", [property("one"), property("listLike")], false, kinds],
  ["Equal", [property("listLike"), property("one")], false, kinds],
  ["Equal", [property("list"), property("null")], false, kinds],
  ["Equal", [time, { Time: ["2023-11-14T22:13:20Z"] }], true],
  ["Equal", [time, later], false],
  ["Equal", [time, 1_700_000_000], false],
  ["Equal", [time, { String: [time] }], false],
  ["Equal", [property("object"), time], false, kinds],
  ["NotEqual", [1, "1"], true],
  ["NotEqual", [1, 1], false],
  ["NotEqual", [property("missing"), property("missing")], false],
  ["NotEqual", [property("missing"), "x"], true],
  ["NotEqual", [time, 1_700_000_000], true],
  ["NotEqual", [time, { Time: [1_700_000_000] }], false],
  ["NotEqual", [property("list"), property("sameList")], false, kinds],
];

const names = ["GreaterThan", "GreaterThanOrEqualTo", "LessThan", "LessThanOrEqualTo"] as const;

/** Two values, and the results of the four operators above, in their order. */
type OrderedPair = readonly [
  left: unknown,
  right: unknown,
  results: readonly [boolean, boolean, boolean, boolean],
];

const below = [false, false, true, true] as const;
const same = [false, true, false, true] as const;
const above = [true, true, false, false] as const;
const unordered = [false, false, false, false] as const;

const pairs: readonly OrderedPair[] = [
  [1, 2, below],
  [2, 2, same],
  [2.5, 2, above],
  [-1, 0, below],
  [{ Number: ["1.0e308"] }, property("infinite"), below],
  [property("infinite"), property("infinite"), same],
  [property("unreal"), 1, unordered],
  [1, property("unreal"), unordered],
  ["a", "b", below],
  ["a", "a", same],
  ["b", "a", above],
  ["10", "9", below],
  ["Z", "a", below],
  ["a", "ab", below],
  ["\u{ffff}", "\u{10000}", below],
  [time, later, below],
  [time, time, same],
  [later, time, above],
  [later, 1, unordered],
  [1, later, unordered],
  [later, "2024", unordered],
  [10, "9", unordered],
  ["9", 10, unordered],
  [true, false, unordered],
  [true, true, unordered],
  [true, 0, unordered],
  [property("missing"), 0, unordered],
  [0, property("missing"), unordered],
  [property("missing"), property("missing"), unordered],
  [property("list"), property("list"), unordered],
  [property("object"), property("smallerObject"), unordered],
];

export const comparisonRows: readonly Row[] = [
  ...equalRows,
  ...pairs.flatMap(([left, right, results]) =>
    names.map(
      (name, index): Row => [
        name,
        [left, right],
        results[index],
        { ...kinds, infinite: Number.POSITIVE_INFINITY, unreal: Number.NaN },
      ],
    ),
  ),
];
