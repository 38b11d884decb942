import { expect, test } from "bun:test";
import { codeOf, readFiles, type SourceFile } from "../../packaging/source-imports.ts";

const lineCountMax = 300;
const generated = ["src/api/admin/calls/admin-api-types.ts"];
const sources = readFiles("src/**/*.{ts,tsx}");
const tests = readFiles("test/**/*.ts");
const tools = readFiles("{packaging/*.ts,bench/**/*.ts}");
const styles = readFiles("src/**/*.css");

// Biome reports most of these too, but these rules do not depend on its settings.
const unsafeTypes =
  /(?:[:<|&]\s*any\b(?!\s*\()|\bas any\b|\bas (?:never|unknown as)\b|[\w)\]]!(?!=))/g;
const suppressions =
  /biome[-]ignore|@ts-(?:ignore|nocheck|expect-error)|(?:eslint|oxlint)-disable/g;
/** `skipIf` is allowed, as it reports a test that cannot run on this machine. */
const hiddenTests =
  /\b(?:test|it|describe)\.(?:\w+\.)*(?:skip|only|todo|if|todoIf|failing)\b|\b[xf](?:it|test|describe)\(|\.skipIf\(\s*true\b/g;

test("no file has unsafe casts, suppressed warnings or more than 300 lines", () => {
  expect([...sources, ...tests, ...tools, ...styles].flatMap(violations)).toEqual([]);
  expect(
    [...sources, ...tools].flatMap(({ path, text }) => found(path, codeOf(text), unsafeTypes)),
  ).toEqual([]);
});

// In a minified program Elysia does not see that a value was refused, and takes it as it was sent.
const transforms = /\b(?:Type|t)\.Transform\b/g;

test("no schema transforms its values", () => {
  expect(sources.flatMap(({ path, text }) => found(path, codeOf(text), transforms))).toEqual([]);
  expect(found("a", "Type.Transform(Type.String())", transforms).length).toBe(1);
});

test("no test is skipped without a condition, focused or a todo", () => {
  expect(tests.flatMap(({ path, text }) => found(path, codeOf(text), hiddenTests))).toEqual([]);
});

test("no file has a path of one machine, and the lock file has no URL of a registry", () => {
  const documents = readFiles(
    "{Makefile,*.md,docs/*.md,.ci/*,packaging/*,*.json,*.toml,*.config.ts}",
  );
  const machinePaths = /(?<![\w/.~-])\/(?:home|root|work|Users)\/|\.\.\/shared\b(?!-)/g;
  const all = [...sources, ...tests, ...documents];
  expect(all.flatMap(({ path, text }) => found(path, text, machinePaths))).toEqual([]);
  expect(
    readFiles("{bun.lock,packaging/*/bun.lock}").flatMap(({ path, text }) =>
      found(path, text, /\S*:\/\/\S*/g),
    ),
  ).toEqual([]);
});

test("the rules above report violations", () => {
  const unsafe = "a as any; b!.c; const d: any[] = []; e as unknown as F; g!= h; const i = !j;";
  expect(found("a", codeOf(unsafe), unsafeTypes).length).toBe(4);
  expect(codeOf("const quote = /[\"'`/]/; // any\nconst a = 1 / 2;")).toBe(
    "const quote = 0; \nconst a = 1 / 2;",
  );
  const hidden = ["test.", "skip(); describe.", "only(); test.", "skipIf(true)(); x", "it();"];
  expect(found("a", hidden.join(""), hiddenTests).length).toBe(4);
  expect(found("a", ["test.", "skipIf(isMissing)();"].join(""), hiddenTests)).toEqual([]);
});

function violations({ path, text }: SourceFile): string[] {
  const lineCount = text.split("\n").length - 1;
  const isLong = lineCount > lineCountMax && !generated.includes(path);
  const long = isLong ? [`${path} has ${lineCount} lines`] : [];
  return [...long, ...found(path, text, suppressions)];
}

function found(path: string, text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([match]) => `${path}: ${match}`);
}
