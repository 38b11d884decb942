import type { Positional } from "../../config/arguments.ts";
import type { Option } from "../../config/option.ts";
import {
  type Example,
  isProgram,
  isSubcommandGroup,
  isVisible,
  type Subcommand,
  type SubcommandEntry,
  type SubcommandGroup,
} from "../subcommand.ts";
import { shownOption, usageText } from "./command-usage.ts";
import { commandLines, twoColumns, wrapText } from "./text-layout.ts";

/** The exit codes of all commands; commands with other codes say so. */
export const exitCodes: readonly (readonly [number, string])[] = [
  [0, "success"],
  [1, "failure"],
  [2, "invalid arguments or settings"],
  [4, "waits for approval"],
];
export const precedence = "A flag overrides its environment variable, which overrides the default.";
const codes = `Exit codes: ${exitCodes.map(([code, meaning]) => `${code} ${meaning}`).join(", ")}.`;
const usageTitle = "Usage: ";
const usageBreak = `\n${" ".repeat(usageTitle.length)}`;
const lineLengthMax = 100;

/**
 * The help text of a subcommand or a group; `words` are the command line, such as `gatehouse token
 * create`. Lines have at most `columns` columns, and at most 100.
 */
export function helpText(
  entry: SubcommandEntry,
  words: readonly string[],
  columns: number,
): string {
  const usage = words.join(" ");
  const width = Math.min(columns, lineLengthMax);
  return isSubcommandGroup(entry)
    ? groupHelp(entry, usage, width)
    : commandHelp(entry, usage, width);
}

function groupHelp(group: SubcommandGroup, usage: string, width: number): string {
  const { summary, commands } = group;
  return sections([
    wrapText(summary, width),
    `Usage: ${usage} COMMAND [OPTION]...`,
    titled(
      "Commands",
      commands.filter(isVisible).map((command) => [command.name, command.summary]),
      width,
    ),
    isProgram(group) ? titled("Options", programOptions, width) : "",
    wrapText(`See ${usage} COMMAND --help for more about a command.\n${codes}`, width),
  ]);
}

const programOptions: readonly (readonly [string, string])[] = [
  ["-h, --help", "Prints help, also after a command."],
  ["-v, --version", "Prints the version."],
];

function commandHelp(command: Subcommand, usage: string, width: number): string {
  const { summary, options, positionals, examples = [] } = command;
  const flags = options.filter(({ flag }) => flag !== undefined);
  const variables = options.filter(({ flag }) => flag === undefined);
  const line = wrapText(usageText(command, usage).join(" "), width - usageTitle.length);
  return sections([
    wrapText(summary, width),
    `${usageTitle}${line.replaceAll("\n", usageBreak)}`,
    titled("Arguments", positionals.map(positionalRow), width),
    titled("Options", flags.map(optionRow), width),
    titled("Environment variables without a flag", variables.map(optionRow), width),
    options.some(({ variable }) => variable !== undefined) ? wrapText(precedence, width) : "",
    exampleText(examples, width),
  ]);
}

function exampleText(examples: readonly Example[], width: number): string {
  const title = examples.length === 1 ? "Example" : "Examples";
  const shown = examples.map(({ line, text }) =>
    [
      ...wrapText(text, width - 2).split("\n"),
      ...commandLines(line, width - 4).map((part) => `  ${part}`),
    ]
      .map((part) => `  ${part}`)
      .join("\n"),
  );
  return shown.length === 0 ? "" : `${title}:\n${shown.join("\n")}`;
}

function positionalRow({ placeholder, description }: Positional): [string, string] {
  return [placeholder, description];
}

function optionRow(option: Option<unknown>): [string, string] {
  const { name, placeholder, description, notes } = shownOption(option);
  const note = notes.length > 0 ? `\n[${notes.join("; ")}]` : "";
  return [`${name} ${placeholder}`.trimEnd(), `${description}${note}`];
}

function titled(
  title: string,
  rows: readonly (readonly [string, string])[],
  width: number,
): string {
  return rows.length === 0 ? "" : `${title}:\n${twoColumns(rows, width)}`;
}

function sections(texts: readonly string[]): string {
  return `${texts.filter((text) => text !== "").join("\n\n")}\n`;
}
