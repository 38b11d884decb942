import type { TSchema } from "@sinclair/typebox";
import type { Arguments, Syntax } from "../config/arguments.ts";
import type { UndoAtSignal } from "../storage/backup/back-up.ts";
import type { StartProgress } from "./output/progress.ts";

/** Receives the text of a subcommand, which ends with a line break. */
export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** The width of the terminal, for help and tables. */
  readonly columns?: number | undefined;
  /** Whether texts may have colours. */
  readonly hasColours?: boolean | undefined;
  /**
   * Asks the person at the terminal; resolves with the line that was typed, and with null at the end of
   * the input. Undefined if nobody can be asked.
   */
  readonly ask?: ((question: string) => Promise<string | null>) | undefined;
  /** Shows what a long command does; without it, nothing is shown. */
  readonly startProgress?: StartProgress | undefined;
  /** Undoes what is half done if a signal ends the process; without it, nothing is undone. */
  readonly undoAtSignal?: UndoAtSignal | undefined;
}

/** The width of sentences, such as those of help, if the output is not a terminal. */
export const columnsDefault = 80;

/** The width of tables. Without a terminal a row stays on one line: programs read it. */
export function tableColumns({ columns }: Pick<Output, "columns">): number {
  return columns ?? Number.POSITIVE_INFINITY;
}

export interface Invocation {
  readonly given: Arguments;
  readonly output: Output;
}

/** A command line and what it does, for the help, the man page and docs/cli.md. */
export interface Example {
  /** As people type it: `gatehouse token list --revoked`. */
  readonly line: string;
  /** One sentence. */
  readonly text: string;
}

/** A subcommand of `gatehouse`. `run` resolves to the exit code. */
export interface Subcommand extends Syntax {
  readonly name: string;
  /** One or two sentences, at the start of the help text. */
  readonly summary: string;
  /** Every command that people call has one or more. */
  readonly examples?: readonly Example[];
  /** The form of what `--json` prints; with several lines, that of a line. */
  readonly json?: TSchema;
  /**
   * Whether only programs call the command: it appears in no help, completion and document, and
   * invalid arguments are not reported.
   */
  readonly isHidden?: boolean;
  /** Whether the last argument may be given any number of times, or not at all. */
  readonly repeats?: boolean;
  readonly run: (invocation: Invocation) => Promise<number>;
}

/** Subcommands that begin with the same word, such as `token create` and `token list`. */
export interface SubcommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly SubcommandEntry[];
}

export type SubcommandEntry = Subcommand | SubcommandGroup;

/** The executable itself, with all its subcommands. */
export interface Program extends SubcommandGroup {
  readonly version: string;
}

export function versionText({ name, version }: Pick<Program, "name" | "version">): string {
  return `${name} ${version}\n`;
}

export function isProgram(group: SubcommandGroup): group is Program {
  return "version" in group;
}

export function isSubcommandGroup(entry: SubcommandEntry): entry is SubcommandGroup {
  return "commands" in entry;
}

/** Whether people are told about a command or a group. */
export function isVisible(entry: SubcommandEntry): boolean {
  return isSubcommandGroup(entry) ? entry.commands.some(isVisible) : entry.isHidden !== true;
}
