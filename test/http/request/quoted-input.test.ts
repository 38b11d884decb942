import { expect, test } from "bun:test";
import fc from "fast-check";
import { quoteInput } from "../../../src/http/request/quoted-input.ts";
import { anyString } from "./arbitraries.ts";

test.each([
  ["br", '"br"'],
  ['a"b', '"a\\"b"'],
  ["a\r\nb", '"a\\r\\nb"'],
  ["x".repeat(64), `"${"x".repeat(64)}"`],
  ["x".repeat(65), `"${"x".repeat(64)}…"`],
])("quotes %j", (text, quoted) => {
  expect(quoteInput(text)).toBe(quoted);
});

test("the result is short, on one line and well-formed for any string", () => {
  fc.assert(
    fc.property(
      anyString.map((text) => text.repeat(10)),
      (text) => {
        const quoted = quoteInput(text);
        expect(quoted.length).toBeLessThan(64 * 6 + 4);
        expect(quoted.isWellFormed()).toBe(true);
        expect(quoted).not.toContain("\n");
      },
    ),
  );
});
