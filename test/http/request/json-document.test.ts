import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseJson } from "../../../src/http/request/json-document.ts";
import { anyString } from "./arbitraries.ts";
import { refusalOf } from "./refusal-of.ts";

const jsonDepthMax = 512;

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
    ["a trailing comma", "[1,]"],
    ["a comment", "{} // x"],
    ["text after the document", "{}x"],
    ["NaN", "NaN"],
    ["a raw line break in a string", '"a\nb"'],
    ["an unpaired surrogate in a value", '{"name":"\\ud800"}'],
    ["an unpaired surrogate in a key", '{"\\uDC00":1}'],
    ["a nested unpaired surrogate", '[[{"a":["\\ud83d\\ud83d"]}]]'],
  ])("refuses %s", (_, text) => {
    expect(refusalOf(() => parseJson(text))).toBe("request_invalid");
  });

  test("names the invalid text in the error message, the body by default", () => {
    expect(() => parseJson("{")).toThrow("Request invalid: the body is not valid JSON");
    expect(() => parseJson("{", "x")).toThrow("Request invalid: x is not valid JSON");
  });

  test("reads __proto__ as an ordinary member", () => {
    const document = parseJson('{"__proto__":{"admin":true}}');
    expect(Object.entries(document ?? {})).toEqual([["__proto__", { admin: true }]]);
    expect({}).not.toHaveProperty("admin");
  });

  test("limits the nesting", () => {
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

  test("does not count brackets inside strings or closed brackets", () => {
    const brackets = JSON.stringify([`"\\${"[{".repeat(2000)}`, "[[[".repeat(2000)]);
    expect(parseJson(brackets)).toHaveLength(2);
    expect(parseJson(`[${"[],".repeat(2000)}[]]`)).toHaveLength(2001);
  });

  test("parses the output of JSON.stringify", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test("refuses every escaped unpaired surrogate", () => {
    fc.assert(
      fc.property(anyString, (text) => {
        const refusal = refusalOf(() => parseJson(JSON.stringify([{ [text]: text }])));
        expect(refusal).toBe(text.isWellFormed() ? "none" : "request_invalid");
      }),
    );
  });
});
