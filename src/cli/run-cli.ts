import { type EnvironmentVariables, readArguments, type Syntax } from "../config/arguments.ts";
import { refuseUnknownVariables } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { unknownWord } from "../config/did-you-mean.ts";
import { printable } from "../core/text/printable.ts";
import { helpText } from "./output/help.ts";
import {
  columnsDefault,
  findCommand,
  isProgram,
  isSubcommandGroup,
  isVisible,
  type Output,
  type Program,
  type Subcommand,
  type SubcommandEntry,
  type SubcommandGroup,
  versionText,
} from "./subcommand.ts";

const done = 0;
const invalid = 2;

/**
 * Runs the subcommand that `argv` names and resolves to its exit code. A ConfigError, such as for
 * invalid arguments, is one line on `err` and code 2. Without a subcommand, it prints the help on
 * `out` with code 2. A script with an empty variable then fails. Other errors are not caught.
 */
export async function runCli(
  argv: readonly string[],
  environment: EnvironmentVariables,
  output: Output,
  program: Program,
): Promise<number> {
  let words: readonly string[] = [program.name];
  /** Shell completion must not print errors into the line that the user types. */
  let isSilent = false;
  try {
    if (argv[0] === "--version" || argv[0] === "-v") {
      refuseMoreArguments(argv);
      output.out(versionText(program));
      return done;
    }
    const found = findCommand(program, argv[0] === "help" ? argv.slice(1) : argv);
    words = found.words;
    isSilent = !isVisible(found.entry);
    const asksForHelp = argv[0] === "help" || hasHelpFlag(found.rest);
    if (isSubcommandGroup(found.entry)) {
      refuseUnknownCommand(found.entry, found.rest);
    }
    if (asksForHelp || isSubcommandGroup(found.entry)) {
      output.out(helpText(found.entry, words, output.columns ?? columnsDefault));
      return asksForHelp ? done : invalid;
    }
    if (found.entry.options.some(({ variable }) => variable !== undefined)) {
      refuseUnknownVariables(environment);
    }
    const syntax = syntaxOf(found.entry, found.rest.length);
    const given = readArguments(syntax, found.rest, environment);
    return await found.entry.run({ given, output, environment });
  } catch (error) {
    if (error instanceof ConfigError) {
      if (!isSilent) {
        const hint = `(see ${words.join(" ")} --help)`;
        output.err(`${program.name}: ${printable(error.message)} ${hint}\n`);
      }
      return invalid;
    }
    throw error;
  }
}

/** The syntax of a subcommand. A repeatable last argument is repeated once per word. */
function syntaxOf({ options, positionals, repeats }: Subcommand, wordCount: number): Syntax {
  const last = positionals.at(-1);
  return repeats === true && last !== undefined
    ? { options, positionals: [...positionals, ...Array.from({ length: wordCount }, () => last)] }
    : { options, positionals };
}

function refuseUnknownCommand(group: SubcommandGroup, [word]: readonly string[]): void {
  if (word === undefined || isHelpFlag(word)) {
    return;
  }
  const names = group.commands.filter(isVisible).map(({ name }) => name);
  const owner = group.commands.find((command) => hasFlag(command, word));
  if (owner !== undefined) {
    throw new ConfigError(`${word} must follow a command, such as ${owner.name}`);
  }
  throw new ConfigError(
    word.startsWith("-")
      ? unknownWord("option", word, isProgram(group) ? ["--help", "--version"] : ["--help"], "--")
      : unknownWord("command", word, names),
  );
}

function hasFlag(entry: SubcommandEntry, word: string): boolean {
  return !isSubcommandGroup(entry) && entry.options.some(({ flag }) => `--${flag}` === word);
}

function refuseMoreArguments([flag, more]: readonly string[]): void {
  if (more !== undefined) {
    throw new ConfigError(`${flag} takes no further arguments`);
  }
}

function hasHelpFlag(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  return (end === -1 ? words : words.slice(0, end)).some(isHelpFlag);
}

function isHelpFlag(word: string): boolean {
  return word === "--help" || word === "-h";
}
