import type { Positional } from "../config/arguments.ts";
import type { Option } from "../config/option.ts";
import {
  isSubcommandGroup,
  type Subcommand,
  type SubcommandEntry,
  type SubcommandGroup,
} from "./subcommand.ts";
import { twoColumns, wrapText } from "./text-layout.ts";

const exitCodes = "Exit codes: 0 success, 1 failure, 2 invalid arguments or settings.";

/**
 * The help text of a subcommand or a group; `words` are the command line: `gatehouse token create`.
 */
export function helpText(entry: SubcommandEntry, words: readonly string[]): string {
  const usage = words.join(" ");
  return isSubcommandGroup(entry) ? groupHelp(entry, usage) : commandHelp(entry, usage);
}

function groupHelp({ summary, commands }: SubcommandGroup, usage: string): string {
  return sections([
    wrapText(summary),
    `Usage: ${usage} COMMAND [OPTION]...`,
    titled(
      "Commands",
      commands.map((command) => [command.name, command.summary]),
    ),
    `See ${usage} COMMAND --help for more about a command.\n${exitCodes}`,
  ]);
}

function commandHelp(command: Subcommand, usage: string): string {
  const { summary, options, positionals } = command;
  const places = positionals.map(({ placeholder, optional }, index) => {
    const isRepeated = command.repeats === true && index === positionals.length - 1;
    return `${optional ? `[${placeholder}]` : placeholder}${isRepeated ? "..." : ""}`;
  });
  const flags = options.filter(({ flag }) => flag !== undefined);
  const variables = options.filter(({ flag }) => flag === undefined);
  return sections([
    wrapText(summary),
    `Usage: ${[usage, ...(flags.length > 0 ? ["[OPTION]..."] : []), ...places].join(" ")}`,
    titled("Arguments", positionals.map(positionalRow)),
    titled("Options", flags.map(optionRow)),
    titled("Environment variables without a flag", variables.map(optionRow)),
    options.some(({ variable }) => variable !== undefined)
      ? "A flag overrides its environment variable, which overrides the default."
      : "",
  ]);
}

function positionalRow({ placeholder, description }: Positional): [string, string] {
  return [placeholder, description];
}

/** Shows the default, but never the value of a variable: it may be a secret. */
function optionRow(option: Option<unknown>): [string, string] {
  const { flag, variable, placeholder, fallback, kind, mode } = option;
  const name = flag === undefined ? variable : `--${flag}`;
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

function titled(title: string, rows: readonly (readonly [string, string])[]): string {
  return rows.length === 0 ? "" : `${title}:\n${twoColumns(rows)}`;
}

function sections(texts: readonly string[]): string {
  return `${texts.filter((text) => text !== "").join("\n\n")}\n`;
}
