import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import { cliReference, withCliReference } from "../../packaging/cli-reference.ts";
import { documentedProgram } from "../../packaging/documented-program.ts";
import { jsonFields } from "../../packaging/json-fields.ts";
import {
  isSubcommandGroup,
  isVisible,
  type Subcommand,
  type SubcommandEntry,
} from "../../src/cli/subcommand.ts";
import { serverOptions } from "../../src/config/settings.ts";

const document = await Bun.file(join(import.meta.dir, "../../docs/cli.md")).text();
const reference = cliReference(documentedProgram);

test("docs/cli.md has the sections that `make cli-docs` writes", () => {
  expect(document).toBe(withCliReference(document, reference));
});

function commandsOf(entry: SubcommandEntry, path = ""): readonly (readonly [string, Subcommand])[] {
  return isSubcommandGroup(entry)
    ? entry.commands
        .filter(isVisible)
        .flatMap((command) => commandsOf(command, `${path}${entry.name} `))
    : [[path + entry.name, entry]];
}

const commands = documentedProgram.commands.filter(isVisible).flatMap((entry) => commandsOf(entry));

describe.each(commands)("%s", (name, command) => {
  const [, section = ""] = reference.split(new RegExp(`^###+ ${name}\n`, "m"));
  const [text = ""] = section.split(/^###/m);

  test("has a section with its arguments, options, examples and the fields of its JSON", () => {
    for (const { placeholder } of command.positionals) {
      expect(text).toContain(`| \`${placeholder.replaceAll("|", "\\|")}\` | `);
    }
    const flags = command.options.flatMap(({ flag }) => (flag === undefined ? [] : [`--${flag}`]));
    for (const flag of command.options === serverOptions ? [] : flags) {
      expect(text).toContain(flag);
    }
    for (const { line } of command.examples ?? []) {
      expect(text).toContain(`\n${line}\n`);
    }
    for (const { path } of command.json === undefined ? [] : jsonFields(command.json)) {
      expect(text).toContain(`| \`${path}\` | `);
    }
  });
});

test("no section shows a command that only programs call", () => {
  expect(reference).not.toContain("completion line");
});

test("fields of JSON have a path, what they can be, and their meaning", () => {
  const Tree = Type.Recursive((This) =>
    Type.Object({ name: Type.String(), below: Type.Array(This) }),
  );
  const schema = Type.Object({
    id: Type.Integer({ description: "a positive integer" }),
    slug: Type.Union([Type.String(), Type.Null()], { description: "Null if nobody knows it." }),
    email: Type.Union([Type.String(), Type.Null()], { description: "an e-mail address" }),
    state: Type.Union([Type.Literal("on"), Type.Literal("off")]),
    tags: Type.Array(Type.String()),
    counts: Type.Record(Type.String(), Type.Integer()),
    more: Type.Optional(Type.Union([Type.Unknown(), Type.Undefined()])),
    owner: Type.Union([Type.Object({ name: Type.String() }), Type.Null()]),
    gates: Type.Array(
      Type.Union([
        Type.Object({ key: Type.Literal("a"), value: Type.Boolean() }),
        Type.Object({ key: Type.Literal("b"), value: Type.Number() }),
      ]),
    ),
    tree: Tree,
  });
  expect(
    jsonFields(schema).map(({ path, form, meaning }) => `${path}: ${form}; ${meaning}`),
  ).toEqual([
    "id: a positive integer; ",
    "slug: string or null; Null if nobody knows it.",
    "email: an e-mail address or null; ",
    'state: `"on"` or `"off"`; ',
    "tags: array of string; ",
    "counts: object with values of integer; ",
    "more: any JSON; ",
    "owner: object or null; ",
    "owner.name: string; ",
    'gates[].key: `"a"` or `"b"`; ',
    "gates[].value: boolean or number; ",
    "tree.name: string; ",
    "tree.below: array of object of the same form; ",
  ]);
});

test("signs of Markdown in texts are shown as they are", () => {
  const command = {
    name: "odd",
    summary: "Prints <b>, *stars* and [links] of `<code>`.",
    options: [],
    positionals: [{ placeholder: "A|B", description: "One | the other." }],
    run: () => Promise.resolve(0),
  };
  const text = cliReference({ ...documentedProgram, commands: [command] });
  expect(text).toContain("Prints \\<b\\>, \\*stars\\* and \\[links\\] of `<code>`.\n");
  expect(text).toContain("| `A\\|B` | One \\| the other. |\n");
});
