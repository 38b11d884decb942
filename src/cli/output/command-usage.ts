import { flagNames, type Positional } from "../../config/arguments.ts";
import type { Option } from "../../config/option.ts";
import type { Subcommand } from "../subcommand.ts";

/** The usage line of a command, in words that are not divided; `usage` is such as `gatehouse serve`. */
export function usageText(command: Subcommand, usage: string): readonly string[] {
  const flags = command.options.filter(({ flag }) => flag !== undefined);
  const mandatory = flags
    .filter(({ isMandatory }) => isMandatory === true)
    .map(({ flag, placeholder }) => `--${flag} ${placeholder}`);
  const isAnyOptional = flags.length > mandatory.length;
  return [usage, ...mandatory, ...(isAnyOptional ? ["[OPTION]..."] : []), ...places(command)];
}

function places({ positionals, repeats }: Subcommand): readonly string[] {
  return positionals.map(({ placeholder, optional }: Positional, index) => {
    const isRepeated = repeats === true && index === positionals.length - 1;
    return `${optional ? `[${placeholder}]` : placeholder}${isRepeated ? "..." : ""}`;
  });
}

export interface ShownOption {
  /** `-a, --actor`, or the variable of an option without a flag. */
  readonly name: string;
  /** Empty for a switch, and for a variable. */
  readonly placeholder: string;
  readonly description: string;
  /** Such as `repeatable` and `default 8080`. */
  readonly notes: readonly string[];
}

/** Shows the default, but never the value of a variable, because it may be a secret. */
export function shownOption(option: Option<unknown>): ShownOption {
  const { flag, variable = "", placeholder = "", description, fallback, kind, mode } = option;
  const names = flagNames(option).toReversed().join(", ");
  const notes = [
    kind === "list" ? `repeatable${variable ? ", comma-separated in the variable" : ""}` : "",
    mode === undefined ? "" : `${mode} mode`,
    flag === undefined ? "" : variable,
    fallback ? `default ${fallback}` : "",
  ];
  return {
    name: flag === undefined ? variable : names,
    placeholder: flag === undefined ? "" : placeholder,
    description,
    notes: notes.filter((note) => note !== ""),
  };
}
