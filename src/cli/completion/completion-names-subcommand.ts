import type { Arguments } from "../../config/arguments.ts";
import type { Option } from "../../config/option.ts";
import { parseOneOf } from "../../config/value-parsers.ts";
import { printable } from "../../core/text/printable.ts";
import { positionalValue } from "../options/positional-arguments.ts";
import type { Subcommand } from "../subcommand.ts";
import { targetOptions } from "../targets/api-target.ts";
import { type CompletedNames, completedNames } from "./completed-syntax.ts";

/** Looks up names in the data that the options name. May reject, and may take any time. */
export type NameLookups = Readonly<
  Record<CompletedNames, (given: Arguments) => Promise<readonly string[]>>
>;

/** The options that say where the names are; the scripts pass on the options that the user typed. */
export const namesOptions: readonly Option<unknown>[] = targetOptions;

const kind = { placeholder: "KIND", description: "The kind of names.", values: completedNames };
const part = {
  placeholder: "PART",
  description: "A part of the names, in any letter case.",
  optional: true,
};

const namesMax = 1_000;
/** A longer wait would look as if the command line had stopped. */
const timeLimitMsDefault = 2_000;

/**
 * `gatehouse completion names`: prints one name per line for the scripts, and nothing on failure.
 * Names that start with the typed part are first. Names with a line break are left out.
 */
export function namesSubcommand(
  lookups: NameLookups,
  timeLimitMs: number = timeLimitMsDefault,
): Subcommand {
  return {
    name: "names",
    summary: "Prints names for shell completion.",
    isHidden: true,
    options: namesOptions,
    positionals: [kind, part],
    run: async ({ given, output }) => {
      const of = positionalValue(given, 0, kind, parseOneOf(...completedNames));
      const names = await withinLimit(lookups[of](given), timeLimitMs).catch(() => undefined);
      for (const name of matching(names ?? [], given.positionals[1] ?? "")) {
        output.out(`${name}\n`);
      }
      return names === undefined ? 1 : 0;
    },
  };
}

function matching(names: readonly string[], typed: string): readonly string[] {
  const wanted = typed.toLowerCase();
  const places = names.map((name) => ({ name, place: name.toLowerCase().indexOf(wanted) }));
  const found = places.filter(({ name, place }) => place !== -1 && printable(name) === name);
  const inOrder = found.toSorted((left, right) => Number(left.place > 0) - Number(right.place > 0));
  return inOrder.slice(0, namesMax).map(({ name }) => name);
}

/** Resolves with undefined if the work takes too long. */
async function withinLimit<Result>(
  work: Promise<Result>,
  limitMs: number,
): Promise<Result | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), limitMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
