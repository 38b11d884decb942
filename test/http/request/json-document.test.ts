import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { jsonDepthMax, parseJson } from "../../../src/http/request/json-document.ts";
import { anyString } from "./arbitraries.ts";
import { refusalOf } from "./refusal-of.ts";

function nested(depth: number): string {
  return "[".repeat(depth) + "]".repeat(depth);
}

describe("parseJson", () => {
  test.each([
    ["null", null],
    ["12", 12],
    ['{"a":[1,{"b":true}]}', { a: [1, { b: true }] }],
    ['"\\ud83d\\ude00"', "😀"],
    ['"\\\\ud800"', "\\ud800"],
    [" {} \r\n", {}],
  ])("reads %s", (text, document) => {
    expect(parseJson(text)).toEqual(document);
  });

  test.each([
    ["nothing", ""],
    ["half an object", '{"a":'],
    ["single quotes", "{'a':1}"],
    ["a comma too many", "[1,]"],
    ["a comment", "{} // x"],
    ["text after the document", "{}x"],
    ["NaN", "NaN"],
    ["a raw line break in a string", '"a\nb"'],
    ["an unpaired surrogate in a value", '{"name":"\\ud800"}'],
    ["an unpaired surrogate in a key", '{"\\uDC00":1}'],
    ["an unpaired surrogate far inside", '[[{"a":["\\ud83d\\ud83d"]}]]'],
  ])("refuses %s", (_, text) => {
    expect(refusalOf(() => parseJson(text))).toBe("request_invalid");
  });

  test("says what is not valid: the body, unless it was something else", () => {
    expect(() => parseJson("{")).toThrow("Request invalid: the body is not valid JSON");
    expect(() => parseJson("{", "x")).toThrow("Request invalid: x is not valid JSON");
  });

  test("keeps __proto__ a plain member", () => {
    const document = parseJson('{"__proto__":{"admin":true}}');
    expect(Object.entries(document ?? {})).toEqual([["__proto__", { admin: true }]]);
    expect({}).not.toHaveProperty("admin");
  });

  test("bounds the nesting", () => {
    expect(refusalOf(() => parseJson(nested(jsonDepthMax)))).toBe("none");
    expect(refusalOf(() => parseJson(nested(jsonDepthMax + 1)))).toBe("request_invalid");
  });

  test.each([
    ["open brackets", "[".repeat(1024 * 1024)],
    ["nested arrays", nested(512 * 1024)],
    ["nested objects", `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`],
    ["brackets behind an escaped quote", `["\\"",${nested(100_000)}]`],
    ["brackets behind an escaped backslash", `["\\\\",${nested(100_000)}]`],
  ])("refuses a mebibyte of %s", (_, text) => {
    expect(() => parseJson(text)).toThrow("nested deeper");
  });

  test("counts no brackets inside strings and none that are closed", () => {
    const brackets = JSON.stringify([`"\\${"[{".repeat(2000)}`, "[[[".repeat(2000)]);
    expect(parseJson(brackets)).toHaveLength(2);
    expect(parseJson(`[${"[],".repeat(2000)}[]]`)).toHaveLength(2001);
  });

  test("reads what JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test("finds every unpaired surrogate that an escape can hide", () => {
    fc.assert(
      fc.property(anyString, (text) => {
        const refusal = refusalOf(() => parseJson(JSON.stringify([{ [text]: text }])));
        expect(refusal).toBe(text.isWellFormed() ? "none" : "request_invalid");
      }),
    );
  });
});
