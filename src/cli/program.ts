import { gatehouseVersion } from "../version.ts";
import type { AdministerAt } from "./administration-subcommand.ts";
import { backupCommand, restoreCommand } from "./backup-subcommands.ts";
import { environmentCommands } from "./environment-subcommands.ts";
import { featureCommands } from "./feature-subcommands.ts";
import { groupCommands } from "./group-subcommands.ts";
import { healthCommand } from "./health-subcommand.ts";
import { memberCommands } from "./member-subcommands.ts";
import { planCommands } from "./plan-subcommands.ts";
import { projectCommands } from "./project-subcommands.ts";
import { type Serve, serveCommand } from "./serve-subcommand.ts";
import type { Program } from "./subcommand.ts";
import { tokenCommands } from "./token-subcommands.ts";
import { exportCommand, importCommand } from "./transfer-subcommands.ts";

/** What the commands need done by rooms that only main.ts may wire together. */
export interface Services {
  readonly serve: Serve;
  readonly administerAt: AdministerAt;
}

/** The table of all commands. */
export function gatehouseProgram({ serve, administerAt }: Services): Program {
  return {
    name: "gatehouse",
    summary: "A self-hosted feature-toggle server: one executable, one data directory.",
    version: gatehouseVersion,
    commands: [serveCommand(serve), healthCommand(), ...administration(administerAt)],
  };
}

/** DESIGN.md section 1: all of these work on a stopped and on a running server's directory. */
function administration(administerAt: AdministerAt) {
  return [
    tokenCommands(administerAt),
    environmentCommands(administerAt),
    groupCommands(administerAt),
    memberCommands(administerAt),
    projectCommands(administerAt),
    planCommands(administerAt),
    featureCommands(administerAt),
    exportCommand(administerAt),
    importCommand(administerAt),
    backupCommand,
    restoreCommand,
  ];
}
