import type { TSchema } from "@sinclair/typebox";
import type { Arguments, EnvironmentVariables, Syntax } from "../config/arguments.ts";
import type { UndoAtSignal } from "../storage/backup/back-up.ts";
import type { StartProgress } from "./output/progress.ts";

/** Receives the text of a subcommand, which ends with a line break. */
export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /**
   * As `out`, for a long text in parts. Resolves when a part is written: with false if the reader has
   * closed the output. Undefined for an output that takes everything at once.
   */
  readonly outInTurn?: ((text: string) => Promise<boolean>) | undefined;
  /** The width of the terminal, for help and tables. */
  readonly columns?: number | undefined;
  /** Whether texts may have colours. */
  readonly hasColours?: boolean | undefined;
  /**
   * Asks the user at the terminal. Resolves with the typed line, or with null at the end of the
   * input. Undefined without a terminal.
   */
  readonly ask?: ((question: string) => Promise<string | null>) | undefined;
  /** Shows the progress of a long command; undefined to show nothing. */
  readonly startProgress?: StartProgress | undefined;
  /** Undoes unfinished work if a signal ends the process; undefined to undo nothing. */
  readonly undoAtSignal?: UndoAtSignal | undefined;
}

/** The width of sentences, such as in help, if the output is not a terminal. */
export const columnsDefault = 80;

/** The width of tables. Without a terminal each row stays on one line, because programs read it. */
export function tableColumns({ columns }: Pick<Output, "columns">): number {
  return columns ?? Number.POSITIVE_INFINITY;
}

export interface Invocation {
  readonly given: Arguments;
  readonly output: Output;
  readonly environment: EnvironmentVariables;
}

/** An example command with its effect, for the help, the man page and docs/cli.md. */
export interface Example {
  /** As users type it: `gatehouse token list --revoked`. */
  readonly line: string;
  /** One sentence. */
  readonly text: string;
}

/** A subcommand of `gatehouse`. `run` resolves to the exit code. */
export interface Subcommand extends Syntax {
  readonly name: string;
  /** One or two sentences, at the start of the help text. */
  readonly summary: string;
  /** Every visible command has at least one. */
  readonly examples?: readonly Example[];
  /** The schema of the output of `--json`; for several lines, the schema of one line. */
  readonly json?: TSchema;
  /**
   * Whether only programs call the command. It then appears in no help, completion or document, and
   * invalid arguments are not reported.
   */
  readonly isHidden?: boolean;
  /** Whether the last argument may be repeated or missing. */
  readonly repeats?: boolean;
  readonly run: (invocation: Invocation) => Promise<number>;
}

/** Subcommands with the same first word, such as `token create` and `token list`. */
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

/** Whether help and documents list a command or a group. */
export function isVisible(entry: SubcommandEntry): boolean {
  return isSubcommandGroup(entry) ? entry.commands.some(isVisible) : entry.isHidden !== true;
}

/** A found subcommand or group, and the words that lead to it. */
interface Found {
  readonly entry: SubcommandEntry;
  readonly words: readonly string[];
  readonly rest: readonly string[];
}

/** Finds the subcommand or group that the first words name. */
export function findCommand(program: Program, argv: readonly string[]): Found {
  let entry: SubcommandEntry = program;
  let depth = 0;
  while (isSubcommandGroup(entry)) {
    const next: SubcommandEntry | undefined = entry.commands.find(
      ({ name }) => name === argv[depth],
    );
    if (next === undefined) {
      break;
    }
    entry = next;
    depth++;
  }
  return { entry, words: [program.name, ...argv.slice(0, depth)], rest: argv.slice(depth) };
}
