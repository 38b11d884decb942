import { type Config, configOf } from "../config/config.ts";
import { checkReadableFiles } from "../config/readable-files.ts";
import { serverOptions } from "../config/settings.ts";
import type { Command } from "./subcommand.ts";

/** Resolves to the exit code when the server has stopped. */
export type Serve = (config: Config) => Promise<number>;

export function serveCommand(serve: Serve): Command {
  return {
    name: "serve",
    summary: "Starts the server.",
    options: serverOptions,
    positionals: [],
    run: async ({ given }) => {
      const config = configOf(given);
      await checkReadableFiles(config);
      return serve(config);
    },
  };
}
