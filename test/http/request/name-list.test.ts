import { expect, test } from "bun:test";
import fc from "fast-check";
import { nameListOf, repeatedNameListOf } from "../../../src/http/request/name-list.ts";
import { parseQuery } from "../../../src/http/request/parse-parameters.ts";
import { anyText } from "./arbitraries.ts";
import { refusalOf } from "./refusal-of.ts";

const names = new Set(["a", "b", "b,c", ",", "a, b"]);
const isName = (text: string) => names.has(text);

test.each([
  ["", undefined],
  ["other=a", undefined],
  ["keys", []],
  ["keys=", []],
  ["keys=,,", []],
  ["keys=a", ["a"]],
  ["keys=b,a,b", ["b", "a"]],
  ["keys=a%2Cb", ["a", "b"]],
  ["keys=a%2cb,x%2Ca", ["a", "b", "x"]],
  ["keys=b%2Cc", ["b,c"]],
  ["keys=b,c", ["b", "c"]],
  ["keys=a,b%2Cc,c", ["a", "b,c", "c"]],
  ["keys=a%2Cb%2Cc", ["a", "b", "c"]],
  ["keys=%2C", [","]],
  ["keys=%2C%2C", []],
  ["keys=a%2C+b", ["a, b"]],
  ["keys=x%2C+b", ["x", " b"]],
  ["keys=__proto__%2Cconstructor", ["__proto__", "constructor"]],
  ["keys=a&keys=a", ["a"]],
] as const)("?%s lists %p", (search, expected) => {
  const listed = nameListOf(parseQuery(search), "keys", isName);
  expect<unknown>(listed && [...listed]).toEqual(expected);
  const repeated = repeatedNameListOf(parseQuery(search), "keys", isName);
  expect<unknown>(repeated && [...repeated]).toEqual(expected);
});

test.each([
  ["keys=a&keys=b%2Cc,d&keys=a", ["a", "b,c", "d"]],
  ["keys[]=a%2Cb&keys[]=a&keys[]=a%2Cb", ["a,b", "a"]],
  ["keys[]=a,b", ["a,b"]],
])("a parameter that may be repeated: ?%s lists %p", (search, expected) => {
  expect([...(repeatedNameListOf(parseQuery(search), "keys", isName) ?? [])]).toEqual(expected);
});

test.each(["keys=a&keys=b", "keys[]=a", "keys[x]=a", "keys=a&keys[]=a"])(
  "?%s is not a list with one value",
  (search) => {
    expect(refusalOf(() => nameListOf(parseQuery(search), "keys", isName))).toBe("request_invalid");
  },
);

test("10,000 different names are allowed, however often they are repeated", () => {
  const most = Array.from({ length: 10_000 }, (_, index) => `n${index}`);
  const sizeOf = (...parts: string[]) =>
    repeatedNameListOf(parseQuery(parts.map((part) => `keys=${part}`).join("&")), "keys", isName)
      ?.size;
  expect(sizeOf(most.join(","))).toBe(10_000);
  expect(sizeOf(most.join("%2C"), most.join(","))).toBe(10_000);
  for (const parts of [
    [`${most.join(",")},more`],
    [`${most.join("%2C")}%2Cmore`],
    [most.join(","), "more"],
  ]) {
    expect(refusalOf(() => sizeOf(...parts))).toBe("parameter_invalid");
  }
  const exact = `keys[]=${most.join("&keys[]=")}&keys[]=n1`;
  expect(repeatedNameListOf(parseQuery(exact), "keys", isName)?.size).toBe(10_000);
  expect(
    refusalOf(() => repeatedNameListOf(parseQuery(`${exact}&keys[]=more`), "keys", isName)),
  ).toBe("parameter_invalid");
});

test("every list of existing names is read in the form of URLSearchParams", () => {
  const name = anyText.filter((text) => text !== "" && text.isWellFormed() && !text.includes(","));
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 8 }), (listed) => {
      const search = new URLSearchParams({ keys: listed.join(",") }).toString();
      const read = nameListOf(parseQuery(search), "keys", () => false);
      expect(read).toEqual(new Set(listed));
    }),
  );
});
