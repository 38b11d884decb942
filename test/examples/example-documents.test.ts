import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { readFiles } from "../../packaging/source-imports.ts";

const repository = join(import.meta.dir, "../..");
const read = (path: string) => readFileSync(join(repository, path), "utf8");
const folders = readdirSync(join(repository, "examples"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted();

test("the list of examples has every folder, and the documents link to the list", () => {
  const listed = Array.from(
    read("examples/README.md").matchAll(/^\| \[(\S+)\]\(\1\/README\.md\)/gm),
  );
  expect(listed.map(([, name = ""]) => name).toSorted()).toEqual(folders);
  for (const path of ["README.md", "docs/client.md", "docs/clients.md", "docs/openfeature.md"]) {
    expect(read(path)).toContain("examples/README.md");
  }
});

test.each(folders)(
  "the README of %s is short, and shows commands and what they print",
  (folder) => {
    const text = read(`examples/${folder}/README.md`);
    expect(text.split(/\s+/).filter((word) => /\w/.test(word)).length).toBeLessThanOrEqual(200);
    expect(text).toContain("```sh\n");
    expect(text).toMatch(/```(?:json|text)\n/);
  },
);

test("examples use the versions that the tests use", () => {
  const versions: Readonly<Record<string, string>> = {
    ...packageJson.dependencies,
    ...packageJson.devDependencies,
    [packageJson.name]: packageJson.version,
  };
  const descriptions = readFiles("examples/*/package.json");
  expect(descriptions.length).toBe(3);
  const used = descriptions.flatMap(({ text }) =>
    Array.from(text.matchAll(/"([^"]+)": "(\d[^"]*)"/g), ([, name = "", version = ""]) => ({
      name,
      version,
    })),
  );
  const others = used.filter(({ name, version }) => (versions[name] ?? version) !== version);
  expect(others).toEqual([]);
});
