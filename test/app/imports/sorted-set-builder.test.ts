import { expect, test } from "bun:test";
import fc from "fast-check";
import { SortedSetBuilder } from "../../../src/app/imports/sorted-set-builder.ts";
import { sortedSet } from "../../../src/core/evaluation/sorted-set.ts";

function built(values: readonly string[]): { readonly set: unknown; readonly pauses: number } {
  const builder = new SortedSetBuilder();
  for (const value of values) {
    builder.add(value);
  }
  const steps = builder.build();
  for (let pauses = 0; ; pauses++) {
    const { done, value } = steps.next();
    if (done === true) {
      return { set: value, pauses };
    }
    expect(value).toBe("pause");
  }
}

const values = fc.oneof(
  fc.constantFrom("", "a", "b", "\ue000", "🎉", "\ud7ff"),
  fc.integer({ min: 0, max: 500 }).map(String),
);

test("the set is the sorted set of all values, in any order and with repetitions", () => {
  const pieces = fc.array(
    fc.tuple(fc.array(values, { maxLength: 400, size: "max" }), fc.boolean()),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(pieces, (parts) => {
      const all = parts.flatMap(([part, isSorted]) => (isSorted ? [...sortedSet(part)] : part));
      expect(built(all).set).toEqual(sortedSet(all));
    }),
    { numRuns: 300 },
  );
});

test("100,000 values in order need no work at the end, and others are merged in steps", () => {
  const sorted = Array.from({ length: 100_000 }, (_, index) => String(index).padStart(6, "0"));
  expect(built(sorted)).toEqual({ set: sortedSet(sorted), pauses: 0 });
  const { set, pauses } = built(sorted.toReversed());
  expect(set).toEqual(sortedSet(sorted));
  // Six rounds of merging, with a pause after each 1,000 values.
  expect(pauses).toBeGreaterThan(6 * 50);
});
