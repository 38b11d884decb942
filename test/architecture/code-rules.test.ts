import { expect, test } from "bun:test";
import { codeOf, readFiles, type SourceFile } from "../../packaging/source-imports.ts";

const lineCountMax = 300;
const sources = readFiles("src/**/*.ts");
const tests = readFiles("test/**/*.ts");
const tools = readFiles("packaging/*.ts");

// Biome reports most of these too; the rules do not depend on its settings.
const laxTypes =
  /(?:[:<|&]\s*any\b(?!\s*\()|\bas any\b|\bas (?:never|unknown as)\b|[\w)\]]!(?!=))/g;
const silencers = /biome[-]ignore|@ts-(?:ignore|nocheck|expect-error)|(?:eslint|oxlint)-disable/g;
/** `skipIf` reports a test that cannot run on this machine; everything else hides one. */
const hiddenTests =
  /\b(?:test|it|describe)\.(?:\w+\.)*(?:skip|only|todo|if|todoIf|failing)\b|\b[xf](?:it|test|describe)\(|\.skipIf\(\s*true\b/g;

test("nothing is cast away, silenced or left to chance, and no file is longer than 300 lines", () => {
  expect([...sources, ...tests, ...tools].flatMap(untidy)).toEqual([]);
  expect(
    [...sources, ...tools].flatMap(({ path, text }) => found(path, codeOf(text), laxTypes)),
  ).toEqual([]);
});

test("no test is skipped without a condition, focused or left for later", () => {
  expect(tests.flatMap(({ path, text }) => found(path, codeOf(text), hiddenTests))).toEqual([]);
});

test("no file names a path of one machine, and the lock file names no registry", () => {
  const documents = readFiles(
    "{Makefile,*.md,docs/*.md,.ci/*,packaging/*,*.json,*.toml,*.config.ts}",
  );
  const places = /(?<![\w/.~-])\/(?:home|root|work|Users)\/|\.\.\/shared\b/g;
  const all = [...sources, ...tests, ...documents];
  expect(all.flatMap(({ path, text }) => found(path, text, places))).toEqual([]);
  expect(
    readFiles("bun.lock").flatMap(({ path, text }) => found(path, text, /\S*:\/\/\S*/g)),
  ).toEqual([]);
});

test("the rules above can fail", () => {
  const lax = "a as any; b!.c; const d: any[] = []; e as unknown as F; g!= h; const i = !j;";
  expect(found("a", codeOf(lax), laxTypes).length).toBe(4);
  expect(codeOf("const quote = /[\"'`/]/; // any\nconst a = 1 / 2;")).toBe(
    "const quote = 0; \nconst a = 1 / 2;",
  );
  const hidden = ["test.", "skip(); describe.", "only(); test.", "skipIf(true)(); x", "it();"];
  expect(found("a", hidden.join(""), hiddenTests).length).toBe(4);
  expect(found("a", ["test.", "skipIf(isMissing)();"].join(""), hiddenTests)).toEqual([]);
});

function untidy({ path, text }: SourceFile): string[] {
  const lineCount = text.split("\n").length - 1;
  const long = lineCount > lineCountMax ? [`${path} has ${lineCount} lines`] : [];
  return [...long, ...found(path, text, silencers)];
}

function found(path: string, text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([match]) => `${path}: ${match}`);
}
