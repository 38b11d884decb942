import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { settingsTable, withTable } from "../../packaging/settings-table.ts";
import { listOption, optionWithDefault, switchOption } from "../../src/config/option.ts";
import { serverOptions } from "../../src/config/settings.ts";
import { parseOneOf } from "../../src/config/value-parsers.ts";

const operations = await Bun.file(join(import.meta.dir, "../../docs/operations.md")).text();

const parse = parseOneOf("on", "off");

test("docs/operations.md has the table that `make settings` writes", () => {
  expect(operations).toBe(withTable(operations, settingsTable(serverOptions)));
});

test("every setting has a row, with its flag, its variable and its default", () => {
  const rows = settingsTable(serverOptions).trimEnd().split("\n").slice(2);
  expect(rows).toHaveLength(serverOptions.length);
  for (const [index, { flag, variable, fallback, description }] of serverOptions.entries()) {
    const row = rows[index] ?? "";
    expect(row).toContain(flag === undefined ? "|  |" : `| \`--${flag}`);
    expect(row).toContain(`| \`${variable}\` |`);
    expect(row).toContain(fallback ? `| \`${fallback}\` |` : "|  |");
    expect(row).toContain(description);
  }
});

test("rows say whether a setting is repeatable and its mode, and bars are escaped", () => {
  const options = [
    listOption({ flag: "group", placeholder: "NAME", mode: "mountable", description: "A.", parse }),
    optionWithDefault({
      flag: "metrics",
      placeholder: "on|off",
      variable: "M",
      fallback: "on",
      description: "B.",
      parse,
    }),
    switchOption({ flag: "loud", description: "C." }),
  ];
  expect(settingsTable(options).split("\n").slice(2)).toEqual([
    "| `--group NAME` |  |  | mountable | A. Repeatable; comma-separated in the variable. |",
    "| `--metrics on\\|off` | `M` | `on` | both | B. |",
    "| `--loud` |  |  | both | C. |",
    "",
  ]);
});

describe("the table is written between the marks only", () => {
  const marked = "a\n<!-- settings -->\n\nold\n\n<!-- /settings -->\nb\n";
  test("the text around the marks is unchanged", () => {
    expect(withTable(marked, "new\n")).toBe(marked.replace("old", "new"));
  });
  test.each([
    ["no mark", "a\n"],
    ["no end", "<!-- settings -->\na\n"],
    ["the wrong order", "<!-- /settings -->\n<!-- settings -->\n"],
    ["two tables", `${marked}${marked}`],
  ])("%s is refused", (_, document) => {
    expect(() => withTable(document, "new\n")).toThrow("once, in this order");
  });
});
