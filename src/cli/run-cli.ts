import { type Environment, readArguments, type Syntax } from "../config/arguments.ts";
import { refuseUnknownVariables } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { nameOrQuoted } from "../config/quoted.ts";
import { helpText } from "./help.ts";
import {
  type Command,
  type CommandEntry,
  isGroup,
  type Output,
  type Program,
} from "./subcommand.ts";

const done = 0;
const notUnderstood = 2;

/** An entry of the command table, and the words that lead to it. */
interface Found {
  readonly entry: CommandEntry;
  readonly words: readonly string[];
  readonly rest: readonly string[];
}

/**
 * Runs the command that `argv` names and resolves to its exit code. What was not understood, a
 * ConfigError of the command's own included, is one line on `err` and code 2. No command at all
 * shows the help on `out`, and is code 2 too, so that a script with an empty variable notices.
 * Other errors are not handled here.
 */
export async function runCli(
  argv: readonly string[],
  environment: Environment,
  output: Output,
  program: Program,
): Promise<number> {
  let words: readonly string[] = [program.name];
  try {
    if (argv[0] === "--version") {
      refuseMore(argv);
      output.out(`${program.name} ${program.version}\n`);
      return done;
    }
    const found = find(program, argv[0] === "help" ? argv.slice(1) : argv);
    words = found.words;
    const asksForHelp = argv[0] === "help" || hasHelpFlag(found.rest);
    if (isGroup(found.entry)) {
      refuseUnknownCommand(found.rest);
    }
    if (asksForHelp || isGroup(found.entry)) {
      output.out(helpText(found.entry, words));
      return asksForHelp ? done : notUnderstood;
    }
    refuseUnknownVariables(environment);
    const syntax = syntaxFor(found.entry, found.rest.length);
    const given = readArguments(syntax, found.rest, environment);
    return await found.entry.run({ given, output });
  } catch (error) {
    if (error instanceof ConfigError) {
      output.err(`${program.name}: ${error.message} (see ${words.join(" ")} --help)\n`);
      return notUnderstood;
    }
    throw error;
  }
}

/** Follows the words down the table, as far as they are commands. */
function find(program: Program, argv: readonly string[]): Found {
  let entry: CommandEntry = program;
  let depth = 0;
  while (isGroup(entry)) {
    const next: CommandEntry | undefined = entry.commands.find(({ name }) => name === argv[depth]);
    if (next === undefined) {
      break;
    }
    entry = next;
    depth++;
  }
  return { entry, words: [program.name, ...argv.slice(0, depth)], rest: argv.slice(depth) };
}

/** What a command understands, its last argument as often as the words could hold it. */
function syntaxFor({ options, positionals, repeats }: Command, wordCount: number): Syntax {
  const last = positionals.at(-1);
  return repeats === true && last !== undefined
    ? { options, positionals: [...positionals, ...Array.from({ length: wordCount }, () => last)] }
    : { options, positionals };
}

function refuseUnknownCommand([word]: readonly string[]): void {
  if (word !== undefined && !isHelpFlag(word)) {
    const kind = word.startsWith("-") ? "option" : "command";
    throw new ConfigError(`unknown ${kind} ${nameOrQuoted(word)}`);
  }
}

function refuseMore([flag, more]: readonly string[]): void {
  if (more !== undefined) {
    throw new ConfigError(`${flag} stands alone`);
  }
}

function hasHelpFlag(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  return (end === -1 ? words : words.slice(0, end)).some(isHelpFlag);
}

function isHelpFlag(word: string): boolean {
  return word === "--help" || word === "-h";
}
