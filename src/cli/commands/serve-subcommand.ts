import { checkReadableFiles } from "../../config/check-readable-files.ts";
import { type Config, configOf } from "../../config/config.ts";
import { serverOptions } from "../../config/settings.ts";
import type { Subcommand } from "../subcommand.ts";

/** Runs a server; resolves to the exit code after it has stopped. */
export type Serve = (config: Config) => Promise<number>;

export function serveSubcommand(serve: Serve): Subcommand {
  return {
    name: "serve",
    summary:
      "Starts the server. The first start creates the data directory and, in hosted mode, a token.",
    examples: [
      {
        line: "gatehouse serve --demo",
        text: "Shows example data, with a link that signs in, and deletes it at the end.",
      },
      {
        line: "gatehouse serve --data /var/lib/gatehouse --public-url https://toggles.example",
        text: "Serves a data directory behind a proxy with that address.",
      },
      {
        line: "gatehouse serve --mode mountable --port 0 --group admins",
        text: "Serves one API without tokens, on a free port that it prints.",
      },
    ],
    options: serverOptions,
    positionals: [],
    run: async ({ given }) => {
      const config = configOf(given);
      await checkReadableFiles(config);
      return serve(config);
    },
  };
}
