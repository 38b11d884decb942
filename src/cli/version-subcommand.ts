import type { Subcommand } from "./subcommand.ts";

export function versionSubcommand(text: string): Subcommand {
  return {
    name: "version",
    summary: "Prints the version, as -v and --version do.",
    options: [],
    positionals: [],
    run: ({ output }) => {
      output.out(text);
      return Promise.resolve(0);
    },
  };
}
