import { expect, test } from "bun:test";
import { layers } from "../../packaging/architecture.ts";
import { readFiles } from "../../packaging/source-imports.ts";

const [document] = readFiles("docs/architecture.md");
const text = document?.text ?? "";
const folders = Object.keys(layers).filter((name) => !name.endsWith(".ts"));

test("the picture of docs/architecture.md shows the imports between folders", () => {
  const drawn = arrows(text);
  for (const folder of folders) {
    const allowed = (layers[folder] ?? "").split(" ").filter((name) => name !== "");
    expect([folder, ...reachable(folder, drawn)].sort()).toEqual(
      expect.arrayContaining([folder, ...allowed]),
    );
    expect([...(drawn.get(folder) ?? [])].filter((name) => !allowed.includes(name))).toEqual([]);
  }
});

test("the table of docs/architecture.md has each folder once", () => {
  const rows = Array.from(text.matchAll(/^\| `([a-z-]+)` \|/gm), ([, name = ""]) => name);
  expect(rows.sort()).toEqual([...folders, "ui"].sort());
});

test("the picture is read as it is drawn", () => {
  const drawn = arrows("  a --> b\n  b --> c\n  a --> d\n");
  expect([...reachable("a", drawn)].sort()).toEqual(["b", "c", "d"]);
  expect([...reachable("c", drawn)]).toEqual([]);
});

function arrows(picture: string): ReadonlyMap<string, ReadonlySet<string>> {
  const pairs = Array.from(picture.matchAll(/^ {2}([a-z]+) --> ([a-z]+)$/gm));
  const grouped = Map.groupBy(pairs, ([, from = ""]) => from);
  return new Map(
    [...grouped].map(([from, lines]) => [from, new Set(lines.map(([, , to = ""]) => to))]),
  );
}

function reachable(start: string, drawn: ReadonlyMap<string, ReadonlySet<string>>) {
  const seen = new Set(drawn.get(start));
  for (const folder of seen) {
    for (const target of drawn.get(folder) ?? []) {
      seen.add(target);
    }
  }
  return seen;
}
