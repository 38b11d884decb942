import { describe, expect, test } from "bun:test";
import { referenceFinder } from "../../../src/cli/code-references/find-references.ts";
import type { OwnCall } from "../../../src/cli/code-references/known-calls.ts";
import {
  type LanguageName,
  languageNames,
  languageOf,
  languages,
} from "../../../src/cli/code-references/languages.ts";
import { goSnippets } from "./go-snippets.ts";
import { javascriptSnippets } from "./javascript-snippets.ts";
import { pythonSnippets } from "./python-snippets.ts";
import { rubySnippets, type Snippet, templateSnippets } from "./ruby-snippets.ts";

function keysIn(language: LanguageName, text: string, own: readonly OwnCall[] = []): string {
  return keysOf(language, text, false, own);
}

function keysOf(
  language: LanguageName,
  text: string,
  isTemplate: boolean,
  own: readonly OwnCall[] = [],
): string {
  const find = referenceFinder(own);
  const { references, dynamic } = find({ text, language: languages[language], isTemplate });
  const keys = references.map(({ key }) => key);
  return [...keys, ...(dynamic > 0 ? [`+${dynamic}`] : [])].join(" ");
}

const tables: readonly (readonly [string, LanguageName, readonly Snippet[]])[] = [
  ["Ruby", "ruby", rubySnippets],
  ["ERB", "ruby", templateSnippets],
  ["JavaScript", "javascript", javascriptSnippets],
  ["Python", "python", pythonSnippets],
  ["Go", "go", goSnippets],
];

describe.each(tables)("in %s", (title, language, snippets) => {
  test.each(snippets)("%j has the keys %j", (text, keys) => {
    expect(keysOf(language, text, title === "ERB")).toBe(keys);
  });
});

test("a reference has the line and the columns of its key", () => {
  const find = referenceFinder([]);
  const text = "// 😀\r\n  client.enabled(\r\n    'ä', client.enabled(\"b\"));";
  const { references } = find({ text, language: languages.javascript, isTemplate: false });
  expect(references).toEqual([
    { key: "ä", line: 3, column: 5, endColumn: 8 },
    { key: "b", line: 3, column: 25, endColumn: 28 },
  ]);
});

test("calls of an application count in their languages only", () => {
  const own: readonly OwnCall[] = [
    { call: "Features.on?", argument: 1, languages: ["ruby"] },
    { call: "isOn", argument: 2, languages: ["javascript", "go"] },
    { call: "$flag", argument: 1, languages: ["javascript"] },
  ];
  const cases: readonly (readonly [LanguageName, string, string])[] = [
    ["ruby", "Features.on?(:a); Features.on? 'b'; App::Features.on?(:c)", "a b c"],
    ["ruby", "Other.on?(:a); on?(:b); isOn(1, :c)", ""],
    ["javascript", "isOn(user, 'a'); x.isOn(isOn(1, 'c'), 'b'); isOn('d')", "a c b"],
    ["javascript", "$flag('a'); flag('b'); function isOn(user, key) {}", "a"],
    ["go", 'isOn(user, "a"); pkg.isOn(user, key)', "a +1"],
    ["python", 'isOn(user, "a")', ""],
  ];
  for (const [language, text, keys] of cases) {
    expect([text, keysIn(language, text, own)]).toEqual([text, keys]);
  }
});

test("files are scanned by the end of their names", () => {
  const names = "a.rb Rakefile b.rake c.ERB d.tsx e.cjs f.py g.go h.java i.md .rb".split(" ");
  expect(names.map((name) => languageOf(name)?.name ?? "-").join(" ")).toBe(
    "ruby - ruby ruby javascript javascript python go - - ruby",
  );
});

const hostile: readonly string[] = [
  "\"'`/*",
  "client.enabled(",
  '\\"',
  "(/[",
  "`${",
  "<<~A\n",
  "<<A\nA\n",
  "%w[",
  "client          .",
  "f'{",
  "Flipper.enabled? :a, ",
  "enabled<",
  ".enabled",
];

test("a long text of hostile parts ends within its bounds", () => {
  for (const part of hostile) {
    const text = part.repeat(Math.ceil(20_000 / part.length));
    for (const language of languageNames) {
      expect(keysIn(language, text)).toBeString();
    }
  }
});
