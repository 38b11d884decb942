import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { decodeFormComponent, percentDecode } from "../../../src/http/request/percent-decoding.ts";
import { anyString, anyText, specialText } from "./arbitraries.ts";
import { refusalOf } from "./refusal-of.ts";

describe("percentDecode", () => {
  test.each([
    ["", ""],
    ["search", "search"],
    ["pl+us", "pl+us"],
    ["a%2Fb", "a/b"],
    ["a%2fb", "a/b"],
    ["a%252Fb", "a%2Fb"],
    ["%E6%BC%A2", "漢"],
    ["%F0%9F%98%80", "😀"],
    ["raw é", "raw é"],
    ["%00", "\u0000"],
    ["%EF%BB%BFx", "\uFEFFx"],
    ["%EF%BF%BF", "\uFFFF"],
  ])("decodes %j", (text, decoded) => {
    expect(percentDecode(text)).toBe(decoded);
  });

  test.each([
    ["a lone %", "%"],
    ["one digit", "a%2"],
    ["no digits", "%zz"],
    ["a % after a valid escape", "%2F%"],
    ["a sign instead of a digit", "%+1"],
    ["white space instead of a digit", "% 1"],
    ["a full-width digit", "%２F"],
    ["a lone continuation byte", "%80"],
    ["an incomplete sequence", "%E2%82"],
    ["an incomplete sequence before text", "%C3x"],
    ["an overlong slash", "%C0%AF"],
    ["an overlong zero", "%E0%80%80"],
    ["an encoded surrogate", "%ED%A0%80"],
    ["a code point above the last one", "%F4%90%80%80"],
    ["a byte that UTF-8 never has", "%FF"],
    ["an unpaired surrogate", "\uD800"],
    ["an unpaired surrogate beside an escape", "%2F\uDC00"],
  ])("refuses %s", (_, text) => {
    expect(refusalOf(() => percentDecode(text))).toBe("request_invalid");
  });

  test("has different messages for bad escapes and for bad UTF-8", () => {
    expect(() => percentDecode("%2")).toThrow(/^Request invalid: a % must/);
    expect(() => percentDecode("%FF")).toThrow(/^Request invalid: .* not UTF-8$/);
  });

  test("reverses encodeURIComponent", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(percentDecode(encodeURIComponent(text))).toBe(text);
      }),
    );
  });

  test("returns well-formed text or throws request_invalid, for any string", () => {
    fc.assert(
      fc.property(fc.oneof(anyString, specialText), (text) => {
        let decoded = "";
        const refusal = refusalOf(() => {
          decoded = percentDecode(text);
        });
        expect(["none", "request_invalid"]).toContain(refusal);
        expect(decoded.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe("decodeFormComponent", () => {
  test.each([
    ["a+b", "a b"],
    ["a%2Bb", "a+b"],
    ["+", " "],
    ["a%20b", "a b"],
  ])("decodes %j", (text, decoded) => {
    expect(decodeFormComponent(text)).toBe(decoded);
  });

  test("refuses what percentDecode refuses", () => {
    expect(refusalOf(() => decodeFormComponent("+%"))).toBe("request_invalid");
  });

  test("decodes the output of URLSearchParams", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const written = new URLSearchParams([["", text]]).toString().slice(1);
        expect(decodeFormComponent(written)).toBe(text);
      }),
    );
  });
});
