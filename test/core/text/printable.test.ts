import { expect, test } from "bun:test";
import fc from "fast-check";
import { printable, printableLines } from "../../../src/core/text/printable.ts";

test.each([
  ["a control character that starts a terminal's commands", "\u009b31m", "\\u009b31m"],
  ["an escape, a line break and a delete", "\u001b\n\u007f", "\\u001b\\u000a\\u007f"],
  ["marks of the writing direction", "\u202e\u200f\u061c\u2066", "\\u202e\\u200f\\u061c\\u2066"],
  ["a byte order mark and a soft hyphen", "\ufeff\u00ad", "\\ufeff\\u00ad"],
  ["separators of lines and paragraphs", "\u2028\u2029", "\\u2028\\u2029"],
  ["a format character above U+FFFF", "\u{e0041}", "\\udb40\\udc41"],
  ["half of a character", "\ud800", "\\ud800"],
])("%s is escaped", (_, text, expected) => {
  expect(printable(text)).toBe(expected);
  expect(printable(`a${text}b${text}`)).toBe(`a${expected}b${expected}`);
});

test("letters, marks, spaces and emoji stay as they are", () => {
  const text = "Ünder Test — 日本 שלום e\u0301 🎉 \\u202e\u00a0";
  expect(printable(text)).toBe(text);
});

test("lines stay apart", () => {
  expect(printableLines("a\u200f\nb\r\n")).toBe("a\\u200f\nb\\u000d\n");
});

test("escaped JSON has the same value, and nothing unprintable", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
      const text = printable(JSON.stringify(value));
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }),
  );
});
