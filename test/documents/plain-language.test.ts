import { expect, test } from "bun:test";
import { folderOf, proseOf, readFiles } from "../../packaging/source-imports.ts";
import { documentFiles, exampleDocuments } from "./document-files.ts";

const words = /\b(?:told|anew|beside|all the same|is away)\b/gi;
/** A sentence that begins so has its verb too late. "Anyone with the token" is plainer. */
const beginning = /\bWho\b/g;

/** How often the comments and texts of a folder of `src/` still have these words. Only ever lower a number. */
const allowed: Readonly<Record<string, number>> = {
  api: 3,
  // The label "Who" of audits, and the title "Who gets it".
  ui: 1,
};

const generated = "src/api/admin/calls/admin-api-types.ts";
const documents = [...documentFiles(), ...exampleDocuments()].filter(
  ({ path }) => path !== "CHANGELOG.md",
);
const sources = readFiles("src/**/*.{ts,tsx}").filter(({ path }) => path !== generated);

function hitsIn(text: string): readonly string[] {
  const line = text.replace(/\s+/g, " ");
  return [words, beginning].flatMap((pattern) =>
    Array.from(line.matchAll(pattern), ([hit]) => hit),
  );
}

/** What a person wrote of a document: no code, and no section that a make target writes. */
function writtenIn(document: string): string {
  return document
    .replace(/^<!-- (\w+) -->$[\s\S]*?^<!-- \/\1 -->$/gm, "")
    .replace(/^```[\s\S]*?^```$/gm, "")
    .replace(/<!--.*?-->|`[^`]+`/g, "");
}

test("documents have plain words", () => {
  expect(documents.length).toBeGreaterThan(15);
  expect(
    documents.flatMap(({ path, text }) => hitsIn(writtenIn(text)).map((hit) => `${path}: ${hit}`)),
  ).toEqual([]);
});

test("comments and texts of the sources have no more unplain words than before", () => {
  const counts: Record<string, number> = {};
  for (const { path, text } of sources) {
    const count = proseOf(text).flatMap(hitsIn).length;
    const folder = folderOf(path) ?? path;
    if (count > 0) {
      counts[folder] = (counts[folder] ?? 0) + count;
    }
  }
  expect(counts).toEqual(allowed);
});

test("a word is found in prose and not in code", () => {
  const code = [
    "// They are told `told`, all\n// the same: 'Who knows it'.",
    "/**\n * Is all\n * the same. */",
    `const told = { "told": anew("Others are beside it", told) };`,
  ];
  expect(proseOf(code.join("\n")).flatMap(hitsIn)).toEqual([
    "told",
    "Who",
    "all the same",
    "beside",
  ]);
  const document =
    "He is\naway. Who has `told` it?\n```ts\ntold\n```\n<!-- prices -->\ntold\n<!-- /prices -->\n";
  expect(hitsIn(writtenIn(document))).toEqual(["is away", "Who"]);
});
