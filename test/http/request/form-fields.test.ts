import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseFormFields } from "../../../src/http/request/form-fields.ts";
import { anyText } from "./arbitraries.ts";
import { refusalOf } from "./refusal-of.ts";

const formFieldsMax = 1000;

describe("parseFormFields", () => {
  test.each([
    ["", []],
    ["&&", []],
    ["a=1", [["a", "", "1", "1"]]],
    ["a", [["a", "", "", ""]]],
    ["a=", [["a", "", "", ""]]],
    ["=1", [["", "", "1", "1"]]],
    ["a=1=2", [["a", "", "1=2", "1=2"]]],
    ["a=User;1", [["a", "", "User;1", "User;1"]]],
    ["a+b=c+d%2B", [["a b", "", "c+d%2B", "c d+"]]],
    ["a[]=1", [["a", "[]", "1", "1"]]],
    ["a%5B%5D=1%2C2", [["a", "[]", "1%2C2", "1,2"]]],
    ["a[x][y]=1", [["a", "[x][y]", "1", "1"]]],
    ["a[=1", [["a", "[", "1", "1"]]],
    ["[]=1", [["[]", "", "1", "1"]]],
    ["__proto__[x]=1", [["__proto__", "[x]", "1", "1"]]],
    [
      "a=1&&b=2&a=3&",
      [
        ["a", "", "1", "1"],
        ["a", "", "3", "3"],
        ["b", "", "2", "2"],
      ],
    ],
  ] as const)("reads %j", (encoded, expected) => {
    const fields = [...parseFormFields(encoded)].flatMap(([name, ofName]) =>
      ofName.map((field) => [name, field.brackets, field.encoded, field.text]),
    );
    expect<unknown>(fields).toEqual(expected);
  });

  test.each(["a=%", "%zz=1", "a=1&unknown=%ff", "a=%C0%AF", "a[%]=1"])("refuses %s", (encoded) => {
    expect(refusalOf(() => parseFormFields(encoded))).toBe("request_invalid");
  });

  test("limits the number of fields", () => {
    const most = Array.from({ length: formFieldsMax }, (_, index) => `a${index}=1`).join("&");
    expect(parseFormFields(most).size).toBe(formFieldsMax);
    expect(parseFormFields(`&&&${most}&&&`).size).toBe(formFieldsMax);
    expect(refusalOf(() => parseFormFields(`${most}&b=1`))).toBe("request_invalid");
    expect(refusalOf(() => parseFormFields("a=1&".repeat(formFieldsMax + 1)))).toBe(
      "request_invalid",
    );
  });

  test("limits the number of items of lists, which are no other fields", () => {
    const items = (count: number) => "a[]=1&".repeat(count);
    expect(parseFormFields(items(20_000)).get("a")).toHaveLength(20_000);
    expect(parseFormFields(`${items(20_000)}${"b=1&".repeat(formFieldsMax)}`).size).toBe(2);
    expect(refusalOf(() => parseFormFields(items(20_001)))).toBe("request_invalid");
    expect(refusalOf(() => parseFormFields(`${items(10_001)}${items(10_000)}`))).toBe(
      "request_invalid",
    );
    expect(refusalOf(() => parseFormFields("a[x]=1&".repeat(formFieldsMax + 1)))).toBe(
      "request_invalid",
    );
  });

  test("parses the output of URLSearchParams, in its order", () => {
    const name = anyText.filter((text) => text !== "" && !text.includes("["));
    fc.assert(
      fc.property(fc.array(fc.tuple(name, anyText), { maxLength: 8 }), (pairs) => {
        const fields = parseFormFields(new URLSearchParams(pairs).toString());
        for (const [key, ofName] of fields) {
          const expected = pairs.filter((pair) => pair[0] === key).map((pair) => pair[1]);
          expect(ofName.map((field) => field.text)).toEqual(expected);
        }
        expect(new Set(fields.keys())).toEqual(new Set(pairs.map((pair) => pair[0])));
      }),
    );
  });
});
