import { importBytesDefault } from "../model/feature.ts";
import {
  type AdministerAt,
  administrationCommand,
  checkInput,
  dataOption,
  projectOption,
  refusable,
  textOption,
} from "./administration-subcommand.ts";
import { readText, writeText } from "./files.ts";
import { textAt } from "./positional.ts";
import type { Command } from "./subcommand.ts";

const environment = textOption({
  flag: "environment",
  placeholder: "SLUG",
  description: "The environment, if not Production.",
});
const target = {
  placeholder: "FILE",
  description: "Where to write it; - or nothing for the standard output.",
  optional: true,
};
const source = { placeholder: "FILE", description: "An export; - for the standard input." };

/** `gatehouse export`: all features of an environment, as they take effect (WIRE.md B.5). */
export function exportCommand(administerAt: AdministerAt): Command {
  const syntax = {
    options: [environment, projectOption, dataOption],
    positionals: [target],
  };
  return {
    ...syntax,
    name: "export",
    summary: "Writes all features of an environment as JSON, which import reads.",
    run: (invocation) =>
      refusable(invocation, async ({ given, output }) => {
        const wanted = {
          environment: given.valueOf(environment),
          project: given.valueOf(projectOption),
        };
        checkInput("export", wanted, syntax);
        const { text } = await administerAt(given.valueOf(dataOption))("export", wanted);
        const [file = "-"] = given.positionals;
        if (file === "-") {
          output.out(`${text}\n`);
        } else {
          await writeText(file, `${text}\n`);
        }
      }),
  };
}

/** `gatehouse import`: makes an environment equal to an export, as POST /import does. */
export function importCommand(administerAt: AdministerAt): Command {
  return administrationCommand(administerAt, {
    name: "import",
    summary:
      "Makes an environment equal to an export. Features that it lacks are removed from the " +
      "project when the environment is Production, else cleared in the environment.",
    operation: "import",
    options: [environment, projectOption],
    positionals: [source],
    input: async (given) => ({
      environment: given.valueOf(environment),
      project: given.valueOf(projectOption),
      text: await readText(textAt(given, 0), importBytesDefault),
    }),
    text: ({ environment: slug, features }) =>
      `imported ${features} ${features === 1 ? "feature" : "features"} into ${slug}\n`,
  });
}
