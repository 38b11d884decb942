import type { Arguments, Syntax } from "../config/arguments.ts";

/** Where a command's text goes; it ends with a line break. */
export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

export interface Invocation {
  readonly given: Arguments;
  readonly output: Output;
}

/** Something the command line can do. `run` resolves to the exit code. */
export interface Command extends Syntax {
  readonly name: string;
  /** A sentence, first in the command's help. */
  readonly summary: string;
  /** Whether the last argument may be given any number of times, none included. */
  readonly repeats?: boolean;
  readonly run: (invocation: Invocation) => Promise<number>;
}

/** Commands under one word, such as `token create` and `token list`. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly CommandEntry[];
}

export type CommandEntry = Command | CommandGroup;

/** The command table's root: the executable itself. */
export interface Program extends CommandGroup {
  readonly version: string;
}

export function isGroup(entry: CommandEntry): entry is CommandGroup {
  return "commands" in entry;
}
