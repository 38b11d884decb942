import { expect, test } from "bun:test";
import fc from "fast-check";
import { isLongerThan } from "../../../src/core/text/text-length.ts";

test("code points are counted, not UTF-16 units", () => {
  const text = fc.string({ unit: "binary", maxLength: 20 });
  fc.assert(
    fc.property(text, fc.nat({ max: 20 }), (value, max) => {
      expect(isLongerThan(value, max)).toBe([...value].length > max);
    }),
  );
});

test("a character of two UTF-16 units counts once, also in a text of such characters only", () => {
  expect(isLongerThan("🎉".repeat(5), 5)).toBe(false);
  expect(isLongerThan("🎉".repeat(6), 5)).toBe(true);
  expect(isLongerThan("🎉".repeat(5_000), 5)).toBe(true);
});
