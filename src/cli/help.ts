import type { Positional } from "../config/arguments.ts";
import type { Option } from "../config/option.ts";
import {
  type Example,
  isProgram,
  isSubcommandGroup,
  isVisible,
  type Subcommand,
  type SubcommandEntry,
  type SubcommandGroup,
} from "./subcommand.ts";
import { commandLines, twoColumns, wrapText } from "./text-layout.ts";

const exitCodes = "Exit codes: 0 success, 1 failure, 2 invalid arguments or settings.";
const usageTitle = "Usage: ";
const usageBreak = `\n${" ".repeat(usageTitle.length)}`;
/** Longer lines are hard to read. */
const lineLengthMax = 100;

/**
 * The help text of a subcommand or a group; `words` are the command line: `gatehouse token create`.
 * Lines have at most `columns` columns, and at most 100.
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
    wrapText(`See ${usage} COMMAND --help for more about a command.\n${exitCodes}`, width),
  ]);
}

const programOptions: readonly (readonly [string, string])[] = [
  ["-h, --help", "Prints help, also after a command."],
  ["-v, --version", "Prints the version."],
];

function commandHelp(command: Subcommand, usage: string, width: number): string {
  const { summary, options, positionals } = command;
  const places = positionals.map(({ placeholder, optional }, index) => {
    const isRepeated = command.repeats === true && index === positionals.length - 1;
    return `${optional ? `[${placeholder}]` : placeholder}${isRepeated ? "..." : ""}`;
  });
  const flags = options.filter(({ flag }) => flag !== undefined);
  const variables = options.filter(({ flag }) => flag === undefined);
  const mandatory = flags
    .filter(({ isMandatory }) => isMandatory === true)
    .map(({ flag, placeholder }) => `--${flag} ${placeholder}`);
  const isAnyOptional = flags.length > mandatory.length;
  const words = [usage, ...mandatory, ...(isAnyOptional ? ["[OPTION]..."] : []), ...places];
  return sections([
    wrapText(summary, width),
    `${usageTitle}${wrapText(words.join(" "), width - usageTitle.length).replaceAll("\n", usageBreak)}`,
    titled("Arguments", positionals.map(positionalRow), width),
    titled("Options", flags.map(optionRow), width),
    titled("Environment variables without a flag", variables.map(optionRow), width),
    options.some(({ variable }) => variable !== undefined)
      ? wrapText("A flag overrides its environment variable, which overrides the default.", width)
      : "",
    exampleText(command.examples ?? [], width),
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

/** Shows the default, but never the value of a variable: it may be a secret. */
function optionRow(option: Option<unknown>): [string, string] {
  const { flag, short, variable, placeholder, fallback, kind, mode } = option;
  const name =
    flag === undefined ? variable : `${short === undefined ? "" : `-${short}, `}--${flag}`;
  const notes = [
    kind === "list" ? `repeatable${variable ? ", comma-separated in the variable" : ""}` : "",
    mode === undefined ? "" : `${mode} mode`,
    flag === undefined || variable === undefined ? "" : variable,
    fallback ? `default ${fallback}` : "",
  ].filter((note) => note !== "");
  const left = placeholder === undefined || flag === undefined ? name : `${name} ${placeholder}`;
  const note = notes.length > 0 ? `\n[${notes.join("; ")}]` : "";
  return [left ?? "", `${option.description}${note}`];
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
