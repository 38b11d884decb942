import { describe, expect, test } from "bun:test";
import type { Parameters } from "../../../src/http/request/parameters.ts";
import { parseBody, parseQuery } from "../../../src/http/request/parse-parameters.ts";
import { refusalOf } from "./refusal-of.ts";

function json(document: string): Parameters {
  return parseBody(new TextEncoder().encode(document), "application/json");
}

const form = parseQuery;
const refused = Symbol("request_invalid");

/** Returns the value that `read` returns, or `refused`; the error must name the parameter. */
function outcome(read: () => unknown): unknown {
  let value: unknown;
  const refusal = refusalOf(() => {
    value = read();
  });
  if (refusal === "none") {
    return value;
  }
  expect(refusal).toBe("request_invalid");
  expect(read).toThrow(/^Request invalid: parameter p /);
  return refused;
}

type Case = readonly [label: string, sent: Parameters, text: unknown, raw: unknown, flag: unknown];

const cases: readonly Case[] = [
  ["nothing", form(""), undefined, undefined, false],
  ["another parameter", form("q=1"), undefined, undefined, false],
  ["p", form("p"), "", "", false],
  ["p=", form("p="), "", "", false],
  ["p=a+b", form("p=a+b"), "a b", "a b", false],
  ["p=true", form("p=true"), "true", "true", true],
  ["p=TRUE", form("p=TRUE"), "TRUE", "TRUE", true],
  ["p=1", form("p=1"), "1", "1", false],
  ["p=+true", form("p=+true"), " true", " true", false],
  ["the same twice", form("p=1&p=1"), "1", "1", false],
  ["the same, written differently", form("p=1&p=%31"), "1", "1", false],
  ["two values", form("p=1&p=2"), refused, refused, refused],
  ["an empty and another value", form("p=&p=2"), refused, refused, refused],
  ["a list", form("p[]=1"), refused, ["1"], refused],
  ["a list of two", form("p[]=1&p[]=2"), refused, ["1", "2"], refused],
  ["an object", form("p[x]=1"), refused, new Map([["[x]", "1"]]), refused],
  ["a list of objects", form("p[][x]=1"), refused, new Map([["[][x]", "1"]]), refused],
  ["an open bracket", form("p[=1"), refused, new Map([["[", "1"]]), refused],
  ["a value and a list", form("p=1&p[]=1"), refused, refused, refused],
  ["a list and a value", form("p[]=1&p=1"), refused, refused, refused],
  ["a list and an object", form("p[]=1&p[x]=1"), refused, refused, refused],
  ["{}", json("{}"), undefined, undefined, false],
  ["null", json('{"p":null}'), undefined, null, false],
  ['""', json('{"p":""}'), "", "", false],
  ['"True"', json('{"p":"True"}'), "True", "True", true],
  ["true", json('{"p":true}'), refused, true, true],
  ["false", json('{"p":false}'), refused, false, false],
  ["12", json('{"p":12}'), "12", 12, false],
  ["-0.5", json('{"p":-0.5}'), "-0.5", -0.5, false],
  ["1e2", json('{"p":1e2}'), "100", 100, false],
  ["2^53-1", json('{"p":9007199254740991}'), "9007199254740991", 9007199254740991, false],
  ["2^53+1", json('{"p":9007199254740993}'), refused, 9007199254740992, refused],
  ["-1e400", json('{"p":-1e400}'), refused, Number.NEGATIVE_INFINITY, refused],
  ["a JSON list", json('{"p":["true"]}'), refused, ["true"], refused],
  ["a JSON object", json('{"p":{}}'), refused, {}, refused],
  ["a JSON member p[]", json('{"p[]":["a"]}'), undefined, undefined, false],
  ["a member twice", json('{"p":"a","p":"b"}'), "b", "b", false],
];

describe("Parameters", () => {
  test.each(cases)("reads a parameter that is sent as %s", (_, sent, text, raw, flag) => {
    expect(outcome(() => sent.text("p"))).toEqual(text);
    expect(outcome(() => sent.raw("p"))).toEqual(raw);
    expect(outcome(() => sent.flag("p"))).toEqual(flag);
    expect(sent.has("p")).toBe(raw !== undefined);
  });

  type EncodedCase = readonly [search: string, text: unknown, texts: unknown, list: unknown];

  const encodedCases: readonly EncodedCase[] = [
    ["", undefined, undefined, undefined],
    ["p", "", [""], undefined],
    ["p=a%2Cb,c+d", "a%2Cb,c+d", ["a%2Cb,c+d"], undefined],
    ["p=a&p=b", refused, ["a", "b"], undefined],
    ["p=a&q=1&p=a", "a", ["a", "a"], undefined],
    ["p[]=a%2Cb&p%5B%5D=c+d", refused, undefined, ["a,b", "c d"]],
    ["p[]=", refused, undefined, [""]],
    ["p=a&p[]=b", refused, refused, refused],
    ["p[x]=a", refused, refused, refused],
  ];

  test.each(encodedCases)("reads percent-encoded values of %j", (search, text, texts, list) => {
    const sent = parseQuery(search);
    expect(outcome(() => sent.encodedText("p"))).toEqual(text);
    expect(outcome(() => sent.encodedTexts("p"))).toEqual(texts);
    expect(outcome(() => sent.listTexts("p"))).toEqual(list);
  });

  test("has no percent-encoded values for JSON", () => {
    const sent = json('{"p":"a,b"}');
    expect(sent.encodedText("p")).toBeUndefined();
    expect(sent.encodedTexts("p")).toBeUndefined();
    expect(sent.listTexts("p")).toBeUndefined();
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
    "has %s only if it was sent",
    (name) => {
      for (const empty of [form(""), json("{}")]) {
        expect(empty.has(name)).toBe(false);
        expect(empty.text(name)).toBeUndefined();
        expect(empty.raw(name)).toBeUndefined();
      }
      expect(form(`${name}=x`).text(name)).toBe("x");
      expect(json(`{"${name}":"x"}`).text(name)).toBe("x");
    },
  );

  test("withMissingFrom returns new parameters and changes none", () => {
    const body = json('{"a":"body","n":null}');
    const query = form("a=query&b=1&c=2&n=3");
    const all = body.withMissingFrom(query);
    expect(["a", "b", "c", "n"].map((name) => all.text(name))).toEqual([
      "body",
      "1",
      "2",
      undefined,
    ]);
    const named = body.withMissingFrom(query, ["c", "missing"]);
    expect(["b", "c", "missing"].map((name) => named.has(name))).toEqual([false, true, false]);
    expect(body.has("b")).toBe(false);
  });
});
