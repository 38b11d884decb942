import type { Administer } from "../administration/administration.ts";
import { AdministrationError } from "../administration/administration-error.ts";
import {
  type InputOf,
  type OperationName,
  type OutputOf,
  operations,
} from "../administration/administration-operations.ts";
import type { Arguments, Positional } from "../config/arguments.ts";
import { ConfigError } from "../config/config-error.ts";
import { type Option, optional, toggle } from "../config/option.ts";
import { settings } from "../config/settings.ts";
import type { Command, Invocation } from "./subcommand.ts";
import { printable } from "./text-table.ts";

/** Administration of the data directory of that path. */
export type AdministerAt = (directory: string) => Administer;

export const dataOption = settings.data;

export const projectOption = textOption({
  flag: "project",
  placeholder: "NAME",
  description: "The project, if not the first one.",
});

export const jsonOption = toggle({ flag: "json", description: "Writes JSON, for scripts." });

interface TextOption {
  readonly flag: string;
  readonly placeholder: string;
  readonly description: string;
}

/** An option whose form the operation's input decides on. */
export function textOption(definition: TextOption): Option<string | undefined> {
  return optional({ ...definition, parse: (value) => ({ value }) });
}

interface Definition<Name extends OperationName> extends Omit<Command, "run"> {
  readonly operation: Name;
  readonly input: (given: Arguments) => InputOf<Name> | Promise<InputOf<Name>>;
  /** What a person reads. */
  readonly text: (output: OutputOf<Name>) => string;
}

/** A command that has one operation done; its JSON is the operation's output. */
export function administrationCommand<Name extends OperationName>(
  administerAt: AdministerAt,
  definition: Definition<Name>,
): Command {
  const { operation, input, text, ...command } = definition;
  const options = [...command.options, jsonOption, dataOption];
  return {
    ...command,
    options,
    run: (invocation) =>
      refusable(invocation, async ({ given, output }) => {
        const wanted = await input(given);
        checkInput(operation, wanted, { ...command, options });
        const answer = await administerAt(given.valueOf(dataOption))(operation, wanted);
        output.out(given.valueOf(jsonOption) ? `${JSON.stringify(answer)}\n` : text(answer));
      }),
  };
}

/** What a rule refuses is one line and code 1; it was understood, so there is no more help. */
export async function refusable(
  invocation: Invocation,
  work: (invocation: Invocation) => Promise<void>,
): Promise<number> {
  try {
    await work(invocation);
    return 0;
  } catch (error) {
    if (error instanceof AdministrationError) {
      invocation.output.err(`gatehouse: ${printable(error.message)}\n`);
      return 1;
    }
    throw error;
  }
}

/** Throws a ConfigError for an input that no state could make right. */
export function checkInput<Name extends OperationName>(
  operation: Name,
  input: InputOf<Name>,
  syntax: Pick<Command, "options" | "positionals">,
): void {
  const problem = operations[operation].problem(input);
  if (problem !== undefined) {
    throw new ConfigError(`${labelOf(problem.property, syntax)} ${problem.reason}`);
  }
}

/** How the shell calls a property of an input: `--custom-environments`, `EMAIL`. */
function labelOf(
  property: string,
  { options, positionals }: Pick<Command, "options" | "positionals">,
): string {
  const flag = property.replaceAll("_", "-");
  if (options.some((option) => option.flag === flag)) {
    return `--${flag}`;
  }
  const isNamed = ({ placeholder }: Positional) => property.startsWith(placeholder.toLowerCase());
  return positionals.find(isNamed)?.placeholder ?? property;
}
