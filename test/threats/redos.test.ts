import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");
const sources = [...new Bun.Glob("src/**/*.ts").scanSync(root)].map((path) => ({
  path,
  text: readFileSync(join(root, path), "utf8"),
}));

function found(pattern: RegExp): string[] {
  return sources.flatMap(({ path, text }) =>
    Array.from(text.matchAll(pattern), ([match]) => `${path}: ${match}`),
  );
}

test("no schema checks a format: the checks of some are known to explode", () => {
  const formats = found(/\bformat:\s*["'`].*/g);
  // Options of ours, and a format that documents alone.
  const others = /^src\/(?:log|config|http\/openapi)\//;
  expect(formats.filter((use) => !others.test(use))).toEqual([]);
});

test("no pattern is made of what someone sent", () => {
  expect(found(/\bnew RegExp\(.*/g)).toEqual([]);
  expect(
    found(/\.(?:match|matchAll|search|replace|replaceAll|split)\((?:request|body|query)\b.*/g),
  ).toEqual([]);
});

const literal =
  /(?<=[=(,:[!&|?{};]\s*|\breturn\s+|^\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[dgimsuvy]*(?=[;,).\s])/gm;
const schemaPattern = /\bpattern:\s*(?:"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`)/g;
/** A repeated group that repeats within, which is what makes matching take exponential time. */
const nested =
  /\((?:[^()\\]|\\.)*?(?:[^()\\]|\\.)(?:[*+]|\{\d+,\})(?:[^()\\]|\\.)*\)(?:[*+]|\{\d+,\})/;
/** Each repetition starts with what none contains, so there is one way to match. */
const harmless = "(?:_\\d+)*";

test("no pattern repeats what repeats", () => {
  const patterns = [...found(literal), ...found(schemaPattern)];
  expect(patterns.length).toBeGreaterThan(20);
  const harmful = patterns.filter((pattern) => nested.test(pattern.replaceAll(harmless, "")));
  expect(harmful).toEqual([]);
});

test("the rules above can fail", () => {
  for (const bad of ["(a+)+", "(?:a*b)*", "([a-z]+)*", "(\\d{1,}x)+"]) {
    expect(nested.test(bad)).toBe(true);
  }
  for (const good of ["(ab)+", "a+(b|c)*", "(?:\\.\\d+)?", "(?:[a-f]{4}-){3}"]) {
    expect(nested.test(good)).toBe(false);
  }
});
