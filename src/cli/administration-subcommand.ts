import type { Administer } from "../administration/administration.ts";
import { AdministrationError } from "../administration/administration-error.ts";
import {
  type AdministrationOperationName,
  administrationOperations,
  type InputOf,
  type OutputOf,
} from "../administration/administration-operations.ts";
import type { Arguments, Positional } from "../config/arguments.ts";
import { ConfigError } from "../config/config-error.ts";
import { type DataPlace, dataPlaceOf, dataPlaceOptions } from "../config/data-place.ts";
import { type Completion, type Option, optionalOption, switchOption } from "../config/option.ts";
import { settings } from "../config/settings.ts";
import { webhookSettings } from "../config/webhook-settings.ts";
import { printable, printableLines } from "../text/printable.ts";
import { type Progress, withProgress } from "./progress.ts";
import { type Invocation, type Subcommand, tableColumns } from "./subcommand.ts";

/** Returns the administration of a data directory or a database. */
export type AdministerAt = (data: DataPlace) => Administer;

export const dataOption = settings.data;
const { webhookAllow } = webhookSettings;

export const projectOption = textOption({
  flag: "project",
  placeholder: "NAME",
  description: "The name of the project; the first project unless given.",
});

export const jsonOption = switchOption({ flag: "json", description: "Prints JSON, for scripts." });

interface TextOption {
  readonly flag: string;
  readonly short?: string;
  readonly placeholder: string;
  readonly description: string;
  readonly completion?: Completion;
}

/** An option whose value the operation's input schema checks. */
export function textOption(definition: TextOption): Option<string | undefined> {
  return optionalOption({ ...definition, parse: (value) => ({ value }) });
}

interface Definition<Name extends AdministrationOperationName>
  extends Omit<Subcommand, "run" | "json"> {
  readonly operation: Name;
  /** `step` names what the command does at the time, for the line that shows its progress. */
  readonly input: (
    given: Arguments,
    step: Progress["step"],
  ) => InputOf<Name> | Promise<InputOf<Name>>;
  /** The output for people, in lines of at most `columns` columns where it is a table. */
  readonly text: (output: OutputOf<Name>, columns: number) => string;
  /** The exit code of an operation that was done; 0 unless given. */
  readonly exitCode?: (output: OutputOf<Name>) => number;
}

/**
 * A subcommand that does one administration operation; with --json, it prints the operation's
 * output. Names come from clients, so both forms are printable.
 */
export function administrationSubcommand<Name extends AdministrationOperationName>(
  administerAt: AdministerAt,
  definition: Definition<Name>,
): Subcommand {
  const { operation, input, text, exitCode, ...command } = definition;
  const options = [...command.options, jsonOption, ...dataPlaceOptions];
  return {
    ...command,
    options,
    json: administrationOperations[operation].outputSchema,
    run: (invocation) =>
      reportRefusal(invocation, async ({ given, output }) => {
        const answer = await withProgress(output.startProgress, async (step) => {
          const operationInput = await input(given, step);
          checkOperationInput(operation, operationInput, { ...command, options });
          const allowed = options.includes(webhookAllow) ? given.valueOf(webhookAllow) : [];
          const data = { ...dataPlaceOf(given), webhookAllow: allowed };
          return administerAt(data)(operation, operationInput);
        });
        output.out(
          given.valueOf(jsonOption)
            ? `${printable(JSON.stringify(answer))}\n`
            : printableLines(text(answer, tableColumns(output))),
        );
        return exitCode?.(answer) ?? 0;
      }),
  };
}

/**
 * Runs a subcommand's work and resolves to its exit code. An operation that a rule refuses is one
 * line on `err` and exit code 1, without a hint at the help, because the arguments were valid.
 */
export async function reportRefusal(
  invocation: Invocation,
  work: (invocation: Invocation) => Promise<number>,
): Promise<number> {
  try {
    return await work(invocation);
  } catch (error) {
    if (error instanceof AdministrationError) {
      invocation.output.err(`gatehouse: ${printable(error.message)}\n`);
      return 1;
    }
    throw error;
  }
}

/** Throws a ConfigError for an input that its schema refuses, independently of the state. */
export function checkOperationInput<Name extends AdministrationOperationName>(
  operation: Name,
  input: InputOf<Name>,
  syntax: Pick<Subcommand, "options" | "positionals">,
): void {
  const problem = administrationOperations[operation].problem(input);
  if (problem !== undefined) {
    throw new ConfigError(`${labelOf(problem.property, syntax)} ${problem.reason}`);
  }
}

/** The name of an input's property in the shell: `--custom-environments`, `EMAIL`. */
function labelOf(
  property: string,
  { options, positionals }: Pick<Subcommand, "options" | "positionals">,
): string {
  const flag = property.replaceAll("_", "-");
  if (options.some((option) => option.flag === flag)) {
    return `--${flag}`;
  }
  const isNamed = ({ placeholder }: Positional) => property.startsWith(placeholder.toLowerCase());
  return positionals.find(isNamed)?.placeholder ?? property;
}
