import { flagNames, type Positional } from "../../config/arguments.ts";
import type { Completion, Option } from "../../config/option.ts";
import {
  findCommand,
  isProgram,
  isSubcommandGroup,
  isVisible,
  type Program,
  type Subcommand,
  type SubcommandEntry,
} from "../subcommand.ts";

/** A word that a shell offers; some have a description. */
export interface OfferedWord {
  readonly text: string;
  readonly description?: string;
}

/** What a shell offers for the last word of a line. */
export interface CompletedWord {
  readonly kind: "words" | Completion;
  /** The candidates of the kind `words`. */
  readonly words: readonly OfferedWord[];
  /** The part of the word that stays in front of every candidate: `--environment=`. */
  readonly begin: string;
  /** The long flags of the line with their values: `--data=there`. */
  readonly flags: readonly string[];
}

/** The words after a command, without the last word of the line. */
interface ReadWords {
  readonly argumentCount: number;
  /** The option whose value is next. */
  readonly option: Option<unknown> | undefined;
  readonly flags: readonly string[];
  /** The names of all flags. */
  readonly flagsGiven: ReadonlySet<string>;
  /** Whether `--` has ended the options. */
  readonly hasEnded: boolean;
}

/** A word that `gatehouse` accepts before every command. */
const helpWord = "help";
const helpFlags = ["--help", "-h"].map((text) => ({ text, description: "Prints help" }));
const versionFlags = ["--version", "-v"].map((text) => ({
  text,
  description: "Prints the version",
}));

/** Finds what can stand for the last word; `line` are the words after `gatehouse`, without quotes. */
export function completedWord(program: Program, line: readonly string[]): CompletedWord {
  const earlier = line.slice(0, -1);
  const word = line.at(-1) ?? "";
  const { entry, rest } = findCommand(
    program,
    earlier[0] === helpWord ? earlier.slice(1) : earlier,
  );
  const { argumentCount, option, flags, flagsGiven, hasEnded } = readWords(entry, rest);
  if (option !== undefined) {
    return { ...offerOf(option), begin: "", flags };
  }
  const name = hasEnded ? undefined : flagWithValue(word);
  if (name !== undefined) {
    return { ...offerOf(valueOption(entry, name)), begin: `${name}=`, flags };
  }
  if (!hasEnded && word.startsWith("-")) {
    return { kind: "words", words: flagWords(entry, flagsGiven), begin: "", flags };
  }
  const offer = isSubcommandGroup(entry)
    ? { kind: "words" as const, words: argumentCount === 0 ? commandWords(entry) : [] }
    : offerOf(positionalAt(entry, argumentCount));
  return { ...offer, begin: "", flags };
}

function readWords(entry: SubcommandEntry, words: readonly string[]): ReadWords {
  let argumentCount = 0;
  let option: Option<unknown> | undefined;
  let hasEnded = false;
  const flags: string[] = [];
  const flagsGiven = new Set<string>();
  for (const word of words) {
    if (option !== undefined) {
      flags.push(`--${option.flag}=${word}`);
      option = undefined;
    } else if (hasEnded || word === "-" || !word.startsWith("-")) {
      argumentCount++;
    } else if (word === "--") {
      hasEnded = true;
    } else {
      const name = flagWithValue(word);
      flags.push(...(name === undefined ? [] : [word]));
      flagsGiven.add(name ?? word);
      option = name === undefined ? valueOption(entry, word) : undefined;
    }
  }
  return { argumentCount, option, flags, flagsGiven, hasEnded };
}

/** `--data` of `--data=there`; undefined for another word. */
function flagWithValue(word: string): string | undefined {
  const end = word.indexOf("=");
  return word.startsWith("--") && end !== -1 ? word.slice(0, end) : undefined;
}

/** The option with that flag, unless it takes no value. */
function valueOption(entry: SubcommandEntry, name: string): Option<unknown> | undefined {
  return isSubcommandGroup(entry)
    ? undefined
    : entry.options.find((option) => option.kind !== "switch" && flagNames(option).includes(name));
}

/** The last argument of some commands may be repeated. */
function positionalAt({ positionals, repeats }: Subcommand, index: number) {
  return positionals[repeats === true ? Math.min(index, positionals.length - 1) : index];
}

/** The values of an option or an argument; none without one. */
function offerOf(
  of: Pick<Option<unknown> | Positional, "values" | "completion"> = {},
): Pick<CompletedWord, "kind" | "words"> {
  const { values, completion } = of;
  return values === undefined && completion !== undefined
    ? { kind: completion, words: [] }
    : { kind: "words", words: (values ?? []).map((text) => ({ text })) };
}

/** The flags that may follow those of the line. */
function flagWords(
  entry: SubcommandEntry,
  flagsGiven: ReadonlySet<string>,
): readonly OfferedWord[] {
  if (isSubcommandGroup(entry)) {
    return isProgram(entry) ? [...helpFlags, ...versionFlags] : helpFlags;
  }
  const options = entry.options.filter(
    (option) => option.kind === "list" || !flagNames(option).some((name) => flagsGiven.has(name)),
  );
  const own = options.flatMap((option) =>
    flagNames(option).map((text) => ({ text, description: short(option.description) })),
  );
  return [...own, ...helpFlags];
}

function commandWords(group: Exclude<SubcommandEntry, Subcommand>): readonly OfferedWord[] {
  const commands = group.commands.filter(isVisible).map(({ name, summary }) => ({
    text: name,
    description: short(summary),
  }));
  const help = { text: helpWord, description: "Prints the help of a command" };
  return isProgram(group) ? [...commands, help] : commands;
}

const endOfSentence = /(?<=[.;:]) .*/s;
const lastSign = /[.;:]$/;

/** The first part of a sentence, for a list with one word per line. */
function short(text: string): string {
  return text.replace(endOfSentence, "").replace(lastSign, "");
}
