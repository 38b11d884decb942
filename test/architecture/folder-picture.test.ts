import { expect, test } from "bun:test";
import { withSection } from "../../packaging/document-section.ts";
import { folderPicture } from "../../packaging/folder-picture.ts";
import { readFiles } from "../../packaging/source-imports.ts";

test("docs/architecture.md has the picture that `make picture` draws", () => {
  const [document] = readFiles("docs/architecture.md");
  const picture = folderPicture(readFiles("src/**/*.ts"));
  expect(document?.text).toBe(withSection(document?.text ?? "", "dependencies", picture));
});

test("every folder is drawn once, and arrows that follow from others are left out", () => {
  const line = (target: string) => `import { a } from "${target}";`;
  const picture = folderPicture([
    { path: "src/cli/a.ts", text: line("../services/a.ts") + line("../model/a.ts") },
    { path: "src/app/services/a.ts", text: line("../model/a.ts") + line("../errors.ts") },
    { path: "src/core/model/a.ts", text: "" },
  ]);
  expect(picture.match(/^ {4}\w+\[/gm)).toEqual(["    cli[", "    services[", "    model["]);
  expect(picture.match(/-->.*$/gm)).toEqual(["--> services", "--> model"]);
});

test("no folder is missing from the groups of the picture", () => {
  const sources = readFiles("src/**/*.ts");
  const picture = folderPicture(sources);
  const ids = Array.from(picture.matchAll(/^ {4}(\w+)\[/gm), ([, id]) => id);
  const ends = Array.from(picture.matchAll(/^ {2}(\w+) --> (\w+)$/gm)).flatMap(([, a, b]) => [
    a,
    b,
  ]);
  expect(ends.filter((end) => !ids.includes(end))).toEqual([]);
});
