import { expect, test } from "bun:test";
import fc from "fast-check";
import { parsePercentage, roundedPercentage } from "../../../src/core/percentages/percentage.ts";

const digits = (maxLength: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength })
    .map((values) => values.join(""));

/** The digits of numbers next to those where a percentage changes its meaning. */
const edges = fc
  .tuple(fc.constantFrom("0", "1", "12", "12.4", "12.5", "99", "99.5", "100"), digits(3))
  .chain(([start, end]) =>
    fc.tuple(fc.constantFrom("0", "9"), fc.nat(40)).map(([digit, count]) => {
      const middle = `${digit.repeat(count)}${end}`;
      return start.includes(".") ? start + middle : `${start}.${middle}`;
    }),
  );

const decimalTexts = fc
  .tuple(
    fc.oneof(
      edges,
      digits(4),
      fc.tuple(digits(30), digits(30)).map(([left, right]) => `${left}.${right}`),
    ),
    fc.oneof(
      fc.constant(""),
      fc.integer({ min: -450, max: 450 }).map((power) => `e${power}`),
      fc.integer({ min: -4, max: 4 }).map((power) => `E${power < 0 ? "" : "+"}${power}`),
    ),
  )
  .map((parts) => parts.join(""));

/** A decimal text as a fraction of two integers. */
function fractionOf(text: string): { readonly top: bigint; readonly bottom: bigint } {
  const [number = "", power = "0"] = text.toLowerCase().split("e");
  const [whole = "", decimals = ""] = number.split(".");
  const exponent = Number(power) - decimals.length;
  const top = BigInt(whole + decimals) * 10n ** BigInt(Math.max(exponent, 0));
  return { top, bottom: 10n ** BigInt(Math.max(-exponent, 0)) };
}

/** The integer that a text stands for, exactly or rounded; undefined where it has none. */
function exactly(text: string): { readonly whole?: number; readonly rounded?: number } {
  const { top, bottom } = fractionOf(text);
  if (top > 100n * bottom) {
    return {};
  }
  if (top % bottom === 0n) {
    return { whole: Number(top / bottom) };
  }
  const nearest = Number((2n * top + bottom) / (2n * bottom));
  return { rounded: Math.min(Math.max(nearest, 1), 99) };
}

function parsed(text: string): number | undefined {
  try {
    return parsePercentage(text);
  } catch {
    return undefined;
  }
}

test("a decimal text is a percentage exactly if its digits are an integer from 0 to 100", () => {
  fc.assert(
    fc.property(decimalTexts, (text) => {
      const { whole, rounded } = exactly(text);
      expect([text, parsed(text)]).toEqual([text, whole]);
      expect([text, roundedPercentage(text)]).toEqual([text, rounded]);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["99.99999999999999999", 99],
  ["1e-400", 1],
  ["12.4999999999999999999", 12],
  ["100.00000000000000001", undefined],
  ["-1e-400", undefined],
  ["-0", undefined],
])("%s is no integer from 0 to 100, and rounds to %s", (text, rounded) => {
  expect([parsed(text), roundedPercentage(text)]).toEqual([undefined, rounded]);
});

test.each([
  ["25.0", 25],
  ["2.5e1", 25],
  ["1e2", 100],
  ["100.000", 100],
  ["0e999999999999999999999", 0],
  [`1${"0".repeat(50)}e-50`, 1],
])("the whole number in %s", (text, whole) => {
  expect([parsed(text), roundedPercentage(text)]).toEqual([whole, undefined]);
});
