import type { Program } from "./command.ts";
import { type Serve, serveCommand } from "./serve.ts";
import { gatehouseVersion } from "./version.ts";

/** What the commands need done by rooms that only main.ts may wire together. */
export interface Services {
  readonly serve: Serve;
}

/** The table of all commands. */
export function gatehouseProgram({ serve }: Services): Program {
  return {
    name: "gatehouse",
    summary: "A self-hosted feature-toggle server: one executable, one data directory.",
    version: gatehouseVersion,
    commands: [serveCommand(serve)],
  };
}
