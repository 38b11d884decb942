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

test("no schema checks a format, as the patterns of some formats take exponential time", () => {
  const formats = found(/\bformat:\s*["'`].*/g);
  // Options of Gatehouse itself, a format that is only documented, names of query parameters,
  // encodings of keys, details of acts, and forms of files to import.
  const exceptions =
    /^src\/(?:http\/log|config|http\/openapi|api\/admin\/calls|core\/secrets\/signing\.ts: |api\/admin\/handlers\/record-controller\.ts: |core\/peers|app\/imports\/flipper-import\.ts: )/;
  expect(formats.filter((use) => !exceptions.test(use))).toEqual([]);
});

test("no pattern is created from input", () => {
  expect(found(/\bnew RegExp\(.*/g)).toEqual([]);
  expect(
    found(/\.(?:match|matchAll|search|replace|replaceAll|split)\((?:request|body|query)\b.*/g),
  ).toEqual([]);
});

const literal =
  /(?<=[=(,:[!&|?{};]\s*|\breturn\s+|^\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[dgimsuvy]*(?=[;,).\s])/gm;
const schemaPattern = /\bpattern:\s*(?:"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`)/g;
/** A repeated group that contains a repetition, whose matching can take exponential time. */
const nested =
  /\((?:[^()\\]|\\.)*?(?:[^()\\]|\\.)(?:[*+]|\{\d+,\})(?:[^()\\]|\\.)*\)(?:[*+]|\{\d+,\})/;
/** Each repetition starts with `_` or a point, which no digit matches, so there is one way to match. */
const safeRepetition = /\(\?:(?:_|\\\.)\\d\+\)\*/g;

test("no pattern repeats a repetition", () => {
  const patterns = [...found(literal), ...found(schemaPattern)];
  expect(patterns.length).toBeGreaterThan(20);
  const harmful = patterns.filter((pattern) => nested.test(pattern.replaceAll(safeRepetition, "")));
  expect(harmful).toEqual([]);
});

test("the rules above report violations", () => {
  for (const bad of ["(a+)+", "(?:a*b)*", "([a-z]+)*", "(\\d{1,}x)+"]) {
    expect(nested.test(bad)).toBe(true);
  }
  for (const good of ["(ab)+", "a+(b|c)*", "(?:\\.\\d+)?", "(?:[a-f]{4}-){3}"]) {
    expect(nested.test(good)).toBe(false);
  }
});
