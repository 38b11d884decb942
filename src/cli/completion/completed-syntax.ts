import { flagNames, type Positional } from "../../config/arguments.ts";
import type { Option } from "../../config/option.ts";
import {
  isProgram,
  isSubcommandGroup,
  isVisible,
  type Program,
  type Subcommand,
  type SubcommandEntry,
  type SubcommandGroup,
} from "../subcommand.ts";

/** The kinds of names that depend on the data; `gatehouse completion names` prints them. */
export const completedNames = ["features", "environments"] as const;
export type CompletedNames = (typeof completedNames)[number];

/** What a shell offers as values. */
export type CompletedValue =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "names"; readonly of: CompletedNames }
  | { readonly kind: "files" | "directories" | "nothing" };

/** A flag; without a value it is a switch. */
export interface CompletedFlag {
  /** With their dashes. */
  readonly names: readonly string[];
  readonly description: string;
  readonly placeholder: string;
  readonly value?: CompletedValue;
  readonly isRepeatable: boolean;
}

export interface CompletedPosition {
  readonly placeholder: string;
  readonly value: CompletedValue;
  readonly isOptional: boolean;
}

interface Named {
  /** The words after `gatehouse`; empty for the program itself. */
  readonly path: readonly string[];
  readonly flags: readonly CompletedFlag[];
}

export interface CompletedGroup extends Named {
  readonly kind: "group";
  readonly commands: readonly { readonly name: string; readonly description: string }[];
}

export interface CompletedCommand extends Named {
  readonly kind: "command";
  readonly positions: readonly CompletedPosition[];
  /** Whether the last argument may be repeated. */
  readonly repeats: boolean;
}

export type CompletedEntry = CompletedGroup | CompletedCommand;

/** The syntax that shells complete: groups and commands, each group before its commands. */
export function completedSyntax(program: Program): readonly CompletedEntry[] {
  return entriesOf(program, []);
}

function entriesOf(entry: SubcommandEntry, path: readonly string[]): readonly CompletedEntry[] {
  if (!isSubcommandGroup(entry)) {
    return [completedCommand(entry, path)];
  }
  const visible = entry.commands.filter(isVisible);
  return [
    completedGroup(entry, visible, path),
    ...visible.flatMap((command) => entriesOf(command, [...path, command.name])),
  ];
}

const help: CompletedFlag = {
  names: ["--help", "-h"],
  description: "Prints help",
  placeholder: "",
  isRepeatable: false,
};
const version = { ...help, names: ["--version", "-v"], description: "Prints the version" };
/** A word that `gatehouse` accepts before every command. */
export const helpWord = { name: "help", description: "Prints the help of a command" };

function completedGroup(
  group: SubcommandGroup,
  visible: readonly SubcommandEntry[],
  path: readonly string[],
): CompletedGroup {
  const commands = visible.map(({ name, summary }) => ({ name, description: short(summary) }));
  return {
    kind: "group",
    path,
    flags: isProgram(group) ? [help, version] : [help],
    commands: isProgram(group) ? [...commands, helpWord] : commands,
  };
}

function completedCommand(command: Subcommand, path: readonly string[]): CompletedCommand {
  return {
    kind: "command",
    path,
    flags: [...command.options.filter(({ flag }) => flag !== undefined).map(completedFlag), help],
    positions: command.positionals.map((positional) => ({
      placeholder: positional.placeholder,
      value: completedValue(positional),
      isOptional: positional.optional === true,
    })),
    repeats: command.repeats === true,
  };
}

function completedFlag(option: Option<unknown>): CompletedFlag {
  const { kind, placeholder = "", description } = option;
  return {
    names: flagNames(option),
    description: short(description),
    placeholder,
    isRepeatable: kind === "list",
    ...(kind === "switch" ? {} : { value: completedValue(option) }),
  };
}

function completedValue({
  values,
  completion,
}: Pick<Option<unknown> | Positional, "values" | "completion">): CompletedValue {
  if (values !== undefined) {
    return { kind: "words", words: values };
  }
  switch (completion) {
    case undefined:
      return { kind: "nothing" };
    case "files":
    case "directories":
      return { kind: completion };
    default:
      return { kind: "names", of: completion };
  }
}

const endOfSentence = /(?<=[.;:]) .*/s;
const lastSign = /[.;:]$/;

/** The first part of a sentence, for a list with one word per line. */
function short(text: string): string {
  return text.replace(endOfSentence, "").replace(lastSign, "");
}
