import type { Positional } from "../config/arguments.ts";
import type { Option } from "../config/option.ts";
import { type Command, type CommandEntry, type CommandGroup, isGroup } from "./subcommand.ts";
import { columns, wrapped } from "./text-layout.ts";

const exitCodes = "Exit codes: 0 done, 1 failed, 2 not understood.";

/** The help of a command or a group; `words` lead to it: `gatehouse token create`. */
export function helpText(entry: CommandEntry, words: readonly string[]): string {
  const usage = words.join(" ");
  return isGroup(entry) ? groupHelp(entry, usage) : commandHelp(entry, usage);
}

function groupHelp({ summary, commands }: CommandGroup, usage: string): string {
  return sections([
    wrapped(summary),
    `Usage: ${usage} COMMAND [OPTION]...`,
    titled(
      "Commands",
      commands.map((command) => [command.name, command.summary]),
    ),
    `${usage} COMMAND --help tells more about a command.\n${exitCodes}`,
  ]);
}

function commandHelp(command: Command, usage: string): string {
  const { summary, options, positionals } = command;
  const places = positionals.map(({ placeholder, optional }, index) => {
    const isRepeated = command.repeats === true && index === positionals.length - 1;
    return `${optional ? `[${placeholder}]` : placeholder}${isRepeated ? "..." : ""}`;
  });
  const flags = options.filter(({ flag }) => flag !== undefined);
  const variables = options.filter(({ flag }) => flag === undefined);
  return sections([
    wrapped(summary),
    `Usage: ${[usage, ...(flags.length > 0 ? ["[OPTION]..."] : []), ...places].join(" ")}`,
    titled("Arguments", positionals.map(positionalRow)),
    titled("Options", flags.map(optionRow)),
    titled("Environment only", variables.map(optionRow)),
    options.some(({ variable }) => variable !== undefined)
      ? "A flag wins over its environment variable, and that over the default."
      : "",
  ]);
}

function positionalRow({ placeholder, description }: Positional): [string, string] {
  return [placeholder, description];
}

/** Shows defaults, but never what a variable holds: it may be a secret. */
function optionRow(option: Option<unknown>): [string, string] {
  const { flag, variable, placeholder, fallback, kind, mode } = option;
  const name = flag === undefined ? variable : `--${flag}`;
  const notes = [
    kind === "list" ? `repeatable${variable ? ", in the variable between commas" : ""}` : "",
    mode === undefined ? "" : `${mode} mode`,
    flag === undefined || variable === undefined ? "" : variable,
    fallback ? `default ${fallback}` : "",
  ].filter((note) => note !== "");
  const left = placeholder === undefined || flag === undefined ? name : `${name} ${placeholder}`;
  const note = notes.length > 0 ? `\n[${notes.join("; ")}]` : "";
  return [left ?? "", `${option.description}${note}`];
}

function titled(title: string, rows: readonly (readonly [string, string])[]): string {
  return rows.length === 0 ? "" : `${title}:\n${columns(rows)}`;
}

function sections(texts: readonly string[]): string {
  return `${texts.filter((text) => text !== "").join("\n\n")}\n`;
}
