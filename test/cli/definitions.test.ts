import { describe, expect, test } from "bun:test";
import { documentedProgram } from "../../packaging/documented-program.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import {
  isSubcommandGroup,
  isVisible,
  type Program,
  type Subcommand,
  type SubcommandEntry,
  type SubcommandGroup,
} from "../../src/cli/subcommand.ts";
import { flagNames } from "../../src/config/arguments.ts";
import { words } from "./in-memory-shell.ts";

/** Commands whose output is no answer that a script would read as JSON, or is JSON by itself. */
const withoutJson = /^gatehouse (?:serve|mcp|export|audit export|completion \w+)$/;

/** All commands that people call, with the words that name them. */
function commandsOf(
  entry: SubcommandEntry,
  path: readonly string[] = [],
): readonly (readonly [string, Subcommand])[] {
  const place = [...path, entry.name];
  return isSubcommandGroup(entry)
    ? entry.commands.filter(isVisible).flatMap((command) => commandsOf(command, place))
    : [[place.join(" "), entry]];
}

/** The same commands, which only read their arguments. */
function idle<Entry extends SubcommandGroup>(group: Entry): Entry {
  return {
    ...group,
    commands: group.commands.map((entry) =>
      isSubcommandGroup(entry) ? idle(entry) : { ...entry, run: () => Promise.resolve(0) },
    ),
  };
}

const idleProgram: Program = idle(documentedProgram);

async function problemOf(argv: readonly string[]): Promise<string> {
  const problems: string[] = [];
  const output = { out: () => undefined, err: (text: string) => void problems.push(text) };
  const code = await runCli(argv, {}, output, idleProgram);
  return [code, ...problems].join(" ");
}

const redirection = / > \S+$/;

/** The command lines of `gatehouse` in a line of a shell. */
function linesIn(line: string): readonly (readonly string[])[] {
  const parts = line.split(" | ").map((part) => words(part.replace(redirection, "")));
  return parts.filter(([name]) => name === "gatehouse");
}

describe.each(commandsOf(documentedProgram))("%s", (path, command) => {
  test("has examples, which it accepts", async () => {
    const { examples = [] } = command;
    expect(examples).not.toEqual([]);
    for (const { line, text } of examples) {
      const isShown = linesIn(line).some((argv) => argv.join(" ").startsWith(path));
      expect([line, isShown]).toEqual([line, true]);
      expect(text).toMatch(/^[A-Z].*\.$/);
      for (const argv of linesIn(line)) {
        expect([line, await problemOf(argv.slice(1))]).toEqual([line, "0"]);
      }
    }
  });

  test("says in sentences what it, its options and its arguments are for", () => {
    const { summary, options, positionals } = command;
    for (const { description } of [{ description: summary }, ...options, ...positionals]) {
      expect(description).toMatch(/^[A-Z(a-z].*\.$/s);
    }
  });

  test("names each flag once, and says what shells complete for files and environments", () => {
    const { options, positionals } = command;
    const names = options.flatMap(flagNames);
    expect(names).toEqual([...new Set(names)]);
    for (const { placeholder = "", completion } of [...options, ...positionals]) {
      const kinds = new Map([
        ["FILE", "files"],
        ["DIRECTORY", "directories"],
        ["SLUG", "environments"],
      ]);
      expect([placeholder, completion]).toEqual([
        placeholder,
        kinds.get(placeholder) ?? completion,
      ]);
    }
  });

  test("prints JSON on request, in a form that docs/cli.md tells", () => {
    const isJson = command.options.some(({ flag }) => flag === "json");
    const isExcepted = withoutJson.test(path);
    expect([isJson, command.json !== undefined]).toEqual([!isExcepted, !isExcepted]);
  });
});
