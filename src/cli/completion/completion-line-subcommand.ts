import {
  type Arguments,
  type EnvironmentVariables,
  readArguments,
} from "../../config/arguments.ts";
import type { Option } from "../../config/option.ts";
import { printable } from "../../core/text/printable.ts";
import type { Program, Subcommand } from "../subcommand.ts";
import { targetOptions } from "../targets/api-target.ts";
import { type CompletedWord, completedWord, type OfferedWord } from "./completed-word.ts";

type Lookup = (given: Arguments) => Promise<readonly string[]>;

/** Looks up names in the data that the options name. May reject, and may take any time. */
export interface NameLookups {
  readonly features: Lookup;
  readonly environments: Lookup;
}

/** The options that say where the names are. */
const namesOptions: readonly Option<unknown>[] = targetOptions;

const word = {
  placeholder: "WORD",
  description: "The words of the line; the last one is completed.",
  optional: true,
};

const namesMax = 1_000;
/** A longer wait would look as if the command line had stopped. */
const timeLimitMsDefault = 2_000;

/**
 * `gatehouse completion line`: answers the scripts of the shells. It prints the kind of the
 * candidates, and the part of the word that stays in front of them. Then it prints one candidate per
 * line, with its description after a tab; for `files` and `directories` the shell finds them. Prints
 * nothing on failure.
 */
export function lineSubcommand(
  program: () => Program,
  lookups: NameLookups,
  timeLimitMs: number = timeLimitMsDefault,
): Subcommand {
  return {
    name: "line",
    summary: "Completes a line for shells.",
    isHidden: true,
    options: [],
    positionals: [word],
    repeats: true,
    run: async ({ given: { positionals }, output, environment }) => {
      const completed = completedWord(program(), positionals);
      const { kind, begin } = completed;
      try {
        const part = (positionals.at(-1) ?? "").slice(begin.length);
        const offered = await withinLimit(wordsOf(completed, part, environment), timeLimitMs);
        const lines = offered.map(({ text, description: of }) => (of ? `${text}\t${of}` : text));
        output.out([kind, begin, ...lines].map((line) => `${line}\n`).join(""));
        return 0;
      } catch {
        return 1;
      }
    },
  };

  async function wordsOf(
    { kind, words, flags }: CompletedWord,
    part: string,
    environment: EnvironmentVariables,
  ): Promise<readonly OfferedWord[]> {
    if (kind !== "features" && kind !== "environments") {
      return words;
    }
    const names = await lookups[kind](namesGiven(flags, environment));
    return matching(names, part).map((text) => ({ text }));
  }
}

const homeAtStart = /(?<==)~(?=\/)/;

/** The options of the line that say where the names are. */
function namesGiven(flags: readonly string[], environment: EnvironmentVariables): Arguments {
  const own = namesOptions.flatMap(({ flag }) =>
    flags.filter((text) => text.startsWith(`--${flag}=`)),
  );
  const argv = own.map((text) => text.replace(homeAtStart, () => environment.HOME ?? "~"));
  return readArguments({ options: namesOptions, positionals: [] }, argv, environment);
}

/** Names that start with the part come first; others contain it. The letter case does not matter. */
function matching(names: readonly string[], part: string): readonly string[] {
  const wanted = part.toLowerCase();
  const places = names.map((name) => ({ name, place: name.toLowerCase().indexOf(wanted) }));
  // A name with a line break would become two.
  const found = places.filter(({ name, place }) => place !== -1 && printable(name) === name);
  const inOrder = found.toSorted((left, right) => Number(left.place > 0) - Number(right.place > 0));
  return inOrder.slice(0, namesMax).map(({ name }) => name);
}

/** Rejects if the work takes too long. */
async function withinLimit<Result>(work: Promise<Result>, limitMs: number): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("The names took too long")), limitMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
