import { Type } from "@sinclair/typebox";
import { jsonOption } from "../options/common-options.ts";
import { type Program, type Subcommand, versionText } from "../subcommand.ts";

export function versionSubcommand(program: Pick<Program, "name" | "version">): Subcommand {
  return {
    name: "version",
    summary: "Prints the version, as -v and --version do.",
    examples: [{ line: "gatehouse version --json", text: "Prints the version for a script." }],
    json: Type.Object({ version: Type.String() }),
    options: [jsonOption],
    positionals: [],
    run: ({ given, output }) => {
      output.out(
        given.valueOf(jsonOption)
          ? `${JSON.stringify({ version: program.version })}\n`
          : versionText(program),
      );
      return Promise.resolve(0);
    },
  };
}
