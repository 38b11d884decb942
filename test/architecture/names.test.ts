import { expect, test } from "bun:test";
import { basename } from "node:path";
import { readFiles, type SourceFile, withoutComments } from "../../packaging/source-imports.ts";

const all = readFiles("src/**/*.{ts,tsx}");
/** The browser's side has the same words for the same things, in files of its own. */
const inBrowser = ({ path }: SourceFile) =>
  /^src\/(?:ui|api\/admin\/contract|api\/admin\/calls)\//.test(path);
const sides = [all.filter((file) => !inBrowser(file)), all.filter(inBrowser)];
const helpers = readFiles("{test,packaging,bench}/**/*.ts").filter(
  ({ path }) => !path.endsWith(".test.ts"),
);

test("no two files have the same name, so that a name identifies a file", () => {
  for (const sources of sides) {
    const names = Map.groupBy([...sources, ...helpers], ({ path }) => basename(path));
    expect(duplicates(names, ({ path }) => path)).toEqual([]);
  }
});

test("no two exports of the sources have the same name", () => {
  for (const sources of sides) {
    const exports = sources.flatMap((file) => exportsOf(file).map((name) => ({ name, file })));
    const byName = Map.groupBy(exports, ({ name }) => name);
    expect(duplicates(byName, ({ file }) => file.path)).toEqual([]);
  }
});

test("the rules above report violations", () => {
  const text =
    "export const a = 1;\nexport type B = 1;\nexport async function c() {}\nconst d = 1;";
  expect(exportsOf({ path: "src/x.ts", text })).toEqual(["a", "B", "c"]);
  expect(duplicates(new Map([["a", [1, 2]]]), String)).toEqual(["a: 1, 2"]);
  expect(duplicates(new Map([["a", [1]]]), String)).toEqual([]);
});

/** Without duplicates, as a schema and its type may have the same name in one file. */
function exportsOf({ text }: SourceFile): readonly string[] {
  const declared = withoutComments(text).matchAll(
    /^export (?:abstract )?(?:async )?(?:class|function\*?|const|interface|type) (?<name>\w+)/gm,
  );
  return [...new Set(Array.from(declared, ({ groups }) => groups?.name ?? ""))];
}

function duplicates<Item>(
  groups: ReadonlyMap<string, readonly Item[]>,
  label: (item: Item) => string,
): readonly string[] {
  return [...groups]
    .filter(([, items]) => items.length > 1)
    .map(([name, items]) => `${name}: ${items.map(label).join(", ")}`);
}
