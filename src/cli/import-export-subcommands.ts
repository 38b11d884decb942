import { importBytesDefault } from "../model/feature.ts";
import { printable } from "../text/printable.ts";
import {
  type AdministerAt,
  administrationSubcommand,
  checkOperationInput,
  dataOption,
  projectOption,
  reportRefusal,
  textOption,
} from "./administration-subcommand.ts";
import { positionalText } from "./positional-arguments.ts";
import { withProgress } from "./progress.ts";
import type { Subcommand } from "./subcommand.ts";
import { readTextFile, writeTextFile } from "./text-files.ts";

const environment = textOption({
  flag: "environment",
  placeholder: "SLUG",
  description: "The slug of the environment; Production unless given.",
  completion: "environments",
});
const target = {
  placeholder: "FILE",
  description: "The file to write; the standard output if missing or -.",
  optional: true,
  completion: "files" as const,
};
const source = {
  placeholder: "FILE",
  description: "A file that gatehouse export wrote; - for the standard input.",
  completion: "files" as const,
};

/**
 * `gatehouse export`: the effective gates of all features of an environment
 * (docs/clients.md#import-and-export).
 */
export function exportSubcommand(administerAt: AdministerAt): Subcommand {
  const syntax = {
    options: [environment, projectOption, dataOption],
    positionals: [target],
  };
  return {
    ...syntax,
    name: "export",
    summary: "Writes all features of an environment as JSON, for gatehouse import.",
    examples: [
      { line: "gatehouse export features.json", text: "Writes Production's features to a file." },
      {
        line: "gatehouse export --environment staging | jq '.features | keys'",
        text: "Lists the names of the features with another program.",
      },
    ],
    run: (invocation) =>
      reportRefusal(invocation, async ({ given, output }) => {
        const operationInput = {
          environment: given.valueOf(environment),
          project: given.valueOf(projectOption),
        };
        checkOperationInput("export", operationInput, syntax);
        const [file = "-"] = given.positionals;
        const text = await withProgress(output.startProgress, async (step) => {
          step("exporting");
          const answer = await administerAt(given.valueOf(dataOption))("export", operationInput);
          if (file !== "-") {
            await writeTextFile(file, `${answer.text}\n`);
          }
          return answer.text;
        });
        if (file === "-") {
          output.out(`${printable(text)}\n`);
        }
      }),
  };
}

/** `gatehouse import`: makes an environment equal to an export, as POST /import does. */
export function importSubcommand(administerAt: AdministerAt): Subcommand {
  return administrationSubcommand(administerAt, {
    name: "import",
    summary:
      "Makes an environment equal to an export. A feature that the export lacks is deleted from " +
      "the project if the environment is Production, else all its gates are closed.",
    operation: "import",
    examples: [
      {
        line: "gatehouse import features.json",
        text: "Makes Production equal to the export, which deletes features that it lacks.",
      },
      {
        line: "gatehouse export | gatehouse import --environment staging -",
        text: "Gives staging the gates of Production, and pins them there.",
      },
    ],
    options: [environment, projectOption],
    positionals: [source],
    input: async (given, step) => {
      step("reading the input");
      const text = await readTextFile(positionalText(given, 0), importBytesDefault);
      step("importing");
      return {
        environment: given.valueOf(environment),
        project: given.valueOf(projectOption),
        text,
      };
    },
    text: ({ environment: slug, features }) =>
      `imported ${features} ${features === 1 ? "feature" : "features"} into ${slug}\n`,
  });
}
