import type { Static, TSchema } from "@sinclair/typebox";
import type { Arguments } from "../../config/arguments.ts";
import { ConfigError } from "../../config/config-error.ts";
import {
  type DatabaseAddress,
  databaseAddressOf,
  databaseSettings,
} from "../../config/database-settings.ts";
import { printableLines } from "../../core/text/printable.ts";
import { jsonOption } from "../options/common-options.ts";
import { withProgress } from "../output/progress.ts";
import { type Subcommand, tableColumns } from "../subcommand.ts";
import { printAnswer } from "./target-subcommand.ts";

interface Definition<Answer extends TSchema>
  extends Pick<Subcommand, "name" | "summary" | "examples"> {
  readonly options?: Subcommand["options"];
  readonly positionals?: Subcommand["positionals"];
  readonly json: Answer;
  readonly work: (
    address: DatabaseAddress,
    call: { readonly given: Arguments; readonly step: (name: string) => void },
  ) => Promise<Static<Answer>>;
  readonly text: (answer: Static<Answer>, columns: number) => string;
}

/** A command on a shared database; it prints the answer as JSON or text. */
export function databaseSubcommand<Answer extends TSchema>({
  work,
  text,
  options = [],
  positionals = [],
  ...command
}: Definition<Answer>): Subcommand {
  return {
    ...command,
    options: [...options, jsonOption, ...Object.values(databaseSettings)],
    positionals,
    run: async (invocation) => {
      const { given, output } = invocation;
      const address = requiredDatabase(given);
      const answer = await withProgress(output.startProgress, (step) => {
        step("reading the database");
        return work(address, { given, step });
      });
      printAnswer(invocation, answer, () => printableLines(text(answer, tableColumns(output))));
      return 0;
    },
  };
}

function requiredDatabase(given: Arguments): DatabaseAddress {
  const address = databaseAddressOf(given);
  if (address === undefined) {
    throw new ConfigError("--database, --database-file or GATEHOUSE_DATABASE must name a database");
  }
  return address;
}
