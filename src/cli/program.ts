import type { AdministerAt } from "./administration-command.ts";
import { backupCommand, restoreCommand } from "./backup-commands.ts";
import type { Program } from "./command.ts";
import { environmentCommands } from "./environment-commands.ts";
import { featureCommands } from "./feature-commands.ts";
import { groupCommands } from "./group-commands.ts";
import { healthCommand } from "./health-command.ts";
import { memberCommands } from "./member-commands.ts";
import { planCommands } from "./plan-commands.ts";
import { projectCommands } from "./project-commands.ts";
import { type Serve, serveCommand } from "./serve.ts";
import { tokenCommands } from "./token-commands.ts";
import { exportCommand, importCommand } from "./transfer-commands.ts";
import { gatehouseVersion } from "./version.ts";

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
