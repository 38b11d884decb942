import { expect, test } from "bun:test";
import fc from "fast-check";
import { quote, quoteUnlessPlain } from "../../../src/core/text/quote.ts";
import { anyString } from "../../http/request/arbitraries.ts";

test.each([
  ["br", '"br"'],
  ['a"b', '"a\\"b"'],
  ["a\r\nb", '"a\\r\\nb"'],
  ["a\u202e\u009b\u001b[31m\u{e0001}", '"a\\u202e\\u009b\\u001b[31m\\udb40\\udc01"'],
  ["x".repeat(80), `"${"x".repeat(80)}"`],
  ["x".repeat(81), `"${"x".repeat(80)}…"`],
])("quotes %j", (text, quoted) => {
  expect(quote(text)).toBe(quoted);
});

test("the result is short, on one line and well-formed for any string", () => {
  fc.assert(
    fc.property(
      anyString.map((text) => text.repeat(10)),
      (text) => {
        const quoted = quote(text);
        expect(quoted.length).toBeLessThan(80 * 6 + 4);
        expect(quoted.isWellFormed()).toBe(true);
        expect(quoted).not.toContain("\n");
      },
    ),
  );
});

test.each([
  ["read_only-2", "read_only-2"],
  ["", '""'],
  ["a b", '"a b"'],
  ["é", '"é"'],
  ["x".repeat(61), `"${"x".repeat(61)}"`],
])("quotes %j only if it is not plain", (text, quoted) => {
  expect(quoteUnlessPlain(text)).toBe(quoted);
});
