import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { acceptsGzip, entityTags, etagMatches } from "../../../src/http/request/negotiation.ts";
import { anyString } from "./arbitraries.ts";

describe("acceptsGzip", () => {
  test.each([
    [null, false],
    ["", false],
    ["gzip", true],
    ["GZIP", true],
    ["x-gzip", true],
    ["gzip, deflate, br", true],
    ["br,gzip", true],
    ["deflate, br", false],
    ["identity", false],
    ["*", true],
    ["*;q=0", false],
    ["gzip;q=0", false],
    ["gzip; q=0.000", false],
    ["gzip;q=0, *", false],
    ["x-gzip;q=0, *", false],
    ["gzip;q=0.001", true],
    ["gzip ; Q=1.000", true],
    ["gzip;q=0.5, identity", false],
    ["gzip;q=0.5, identity;q=0.5", true],
    ["gzip, identity;q=0", true],
    ["identity, *;q=0.5", false],
    ["br;q=1, *;q=0.1", true],
    ["gzip;q=2", false],
    ["gzip;q=-1", false],
    ["gzip;q=0.1234", false],
    ["gzip;q=", false],
    ["gzip;q", false],
    ["gzip;level=9", false],
    ["gzippy", false],
    [",,gzip,", true],
  ])("with Accept-Encoding %j returns %p", (header, accepted) => {
    expect(acceptsGzip(header)).toBe(accepted);
  });

  test("accepts any string", () => {
    fc.assert(
      fc.property(anyString, (header) => {
        expect(typeof acceptsGzip(header)).toBe("boolean");
      }),
    );
  });
});

describe("entityTags", () => {
  test("returns different tags for the two forms", () => {
    expect(entityTags("a1")).toEqual({ plain: '"a1"', gzip: '"a1-gzip"' });
  });

  test.each(["", 'a"b', "a b", "a\n", "é", "a-gzip"])("throws for %j", (opaqueTag) => {
    expect(() => entityTags(opaqueTag)).toThrow("entity tag");
  });
});

describe("etagMatches", () => {
  test.each([
    [null, false],
    ["", false],
    ['"a1"', true],
    ['W/"a1"', true],
    ['"a1-gzip"', true],
    ['W/"a1-gzip"', true],
    ["*", true],
    [" * ", true],
    ['"*"', false],
    ['"b", "a1"', true],
    ['W/"b",W/"a1-gzip" , "c"', true],
    ['"b", "c"', false],
    ['"a"', false],
    ['"a1x"', false],
    ['"xa1"', false],
    ['"a1-br"', false],
    ['"a1-gzip-gzip"', false],
    ['"A1"', false],
    ['"b,a1"', false],
    ['"b", a1, "c"', false],
    ["a1", false],
    ['"a1', false],
    ['a1"', false],
    ['"', false],
    ['""', false],
  ])("with If-None-Match %j returns %p", (header, matches) => {
    expect(etagMatches(header, "a1")).toBe(matches);
  });

  const opaqueTag = fc
    .string({ minLength: 1, maxLength: 20 })
    .filter((tag) => /^[\x21\x23-\x7e]+$/.test(tag) && !tag.endsWith("-gzip"));

  test("finds each of its two tags in any list, and no other tag", () => {
    fc.assert(
      fc.property(fc.array(opaqueTag, { maxLength: 4 }), opaqueTag, (others, own) => {
        const quoted = others.filter((tag) => tag !== own).map((tag) => entityTags(tag).gzip);
        expect(etagMatches(quoted.join(", "), own)).toBe(false);
        for (const tag of Object.values(entityTags(own))) {
          expect(etagMatches([...quoted, `W/${tag}`].join(","), own)).toBe(true);
          expect(etagMatches([tag, ...quoted].join(" , "), own)).toBe(true);
        }
      }),
    );
  });
});
