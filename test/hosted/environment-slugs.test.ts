import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseEnvironmentName } from "../../src/app/commands/environment-name.ts";
import { anyString } from "../http/request/arbitraries.ts";
import { refusalOf } from "../http/request/refusal-of.ts";

// Slugs are in ASCII and lower case, with dashes, and have at most 100 characters (docs/api.md#environments).
const slugs: [name: string, slug: string][] = [
  ["Staging", "staging"],
  ["PR #12", "pr-12"],
  ["feature/Login_Page", "feature-login-page"],
  ["v1.2.3", "v1-2-3"],
  ["fooBar", "foobar"],
  ["it's", "its"],
  ["a & b", "a-and-b"],
  ["  -- spaced   out -- ", "spaced-out"],
  ["Fußgänger", "fussgaenger"],
  ["déjà vu", "deja-vu"],
  ["İstanbul", "istanbul"],
  ["Łódź", "lodz"],
  ["Москва", "moskva"],
  ["Αθήνα", "athina"],
  ["مرحبا", "mrhba"],
  ["Production", "production"],
  ["newer", "newer"],
  ["ne w", "ne-w"],
  ["api v2", "api-v2"],
  ["x".repeat(100), "x".repeat(100)],
  ["x".repeat(101), "x".repeat(100)],
  [`${"x".repeat(98)} - yy`, `${"x".repeat(98)}-y`],
  [`${"x".repeat(99)} yy`, "x".repeat(99)],
];

test.each(slugs)("the name %p gives the slug %p", (name, slug) => {
  expect(parseEnvironmentName(name)).toEqual({ name: name.trim(), slug });
});

describe("refused names", () => {
  test.each(["new", "edit", "admin", "api", "adapter", "settings"])(
    "%p is reserved, in any form with the same slug",
    (slug) => {
      for (const name of [slug, slug.toUpperCase(), `-${slug}-`, ` ${slug}!`, `\u200b${slug}`]) {
        expect(refusalOf(() => parseEnvironmentName(name))).toBe("environment_name_invalid");
      }
    },
  );

  test.each([undefined, "", " ", "\t\r\n", "\u3000\u00a0"])("%p is a missing name", (name) => {
    expect(refusalOf(() => parseEnvironmentName(name))).toBe("environment_name_missing");
  });

  test.each(["-", "###", "🎉", "\u0000", "北京", "\ud800", "a ".repeat(200)])(
    "%p gives no slug",
    (name) => {
      expect(refusalOf(() => parseEnvironmentName(name))).toBe("environment_name_invalid");
    },
  );
});

test("the slug of any name is safe in a URL, and is its own slug", () => {
  fc.assert(
    fc.property(fc.oneof(anyString, fc.string({ unit: "grapheme" })), (name) => {
      if (refusalOf(() => parseEnvironmentName(name)) === "none") {
        const { slug } = parseEnvironmentName(name);
        expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
        expect(slug.length).toBeLessThanOrEqual(100);
        expect(parseEnvironmentName(slug)).toEqual({ name: slug, slug });
      }
    }),
    { numRuns: 500 },
  );
});
