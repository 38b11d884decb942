import { expect, test } from "bun:test";
import { readFiles } from "../../packaging/source-imports.ts";

const sources = readFiles("src/ui/**/*.{ts,tsx}");

/** The files with a text, without the folder of the web UI. */
function filesWith(pattern: RegExp): readonly string[] {
  return sources
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path.slice("src/ui/".length));
}

test("one file of the web UI reads and writes the browser's storage", () => {
  expect(filesWith(/\b(?:local|session)Storage\b/)).toEqual(["parts/stored-text.ts"]);
});

test("one file of the web UI finds Production among the environments", () => {
  expect(filesWith(/find\(\(\{ state \}\) => state === "production"\)/)).toEqual([
    "paths/environment.ts",
  ]);
});

test("a file of the web UI exports only what another file imports", () => {
  const tests = readFiles("test/**/*.ts");
  const exported = sources.flatMap(({ path, text }) =>
    Array.from(
      text.matchAll(/^export (?:async )?(?:const|function|interface|type|class) (?<name>\w+)/gm),
      ({ groups }) => ({ path, name: groups?.name ?? "" }),
    ),
  );
  const unused = exported.filter(({ path, name }) => {
    const used = new RegExp(`\\b${name}\\b`);
    return ![...sources, ...tests].some((file) => file.path !== path && used.test(file.text));
  });
  expect(unused).toEqual([]);
});
