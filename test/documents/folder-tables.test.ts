import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";

const repository = join(import.meta.dir, "../..");

/** The names in code font in the first column of the table below a heading row. */
async function namedIn(document: string, head: string): Promise<ReadonlySet<string>> {
  const text = await Bun.file(join(repository, document)).text();
  const table = text.slice(text.indexOf(head)).split("\n\n")[0] ?? "";
  const rows = table.split("\n").map((row) => row.split("|")[1] ?? "");
  return new Set(
    rows.flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = ""]) => name)),
  );
}

test.each([
  ["docs/architecture.md", "src", "| folder of `src/` |"],
  ["docs/ui.md", "src/ui", "| folder of `src/ui` |"],
])("%s names exactly the folders of %s", async (document, folder, head) => {
  const entries = readdirSync(join(repository, folder), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const names = [...(await namedIn(document, head))].filter((name) => !/[./]/.test(name));
  const listed = names.filter((name) => name !== folder);
  expect(listed.toSorted()).toEqual(folders.toSorted());
});
