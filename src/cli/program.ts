import { gatehouseVersion } from "../version.ts";
import type { AdministerAt } from "./administration-subcommand.ts";
import { backupSubcommand, restoreSubcommand } from "./backup-subcommands.ts";
import { completionSubcommands } from "./completion-subcommands.ts";
import { environmentSubcommands } from "./environment-subcommands.ts";
import { featureSubcommands } from "./feature-subcommands.ts";
import { groupSubcommands } from "./group-subcommands.ts";
import { healthSubcommand } from "./health-subcommand.ts";
import { exportSubcommand, importSubcommand } from "./import-export-subcommands.ts";
import { memberSubcommands } from "./member-subcommands.ts";
import { nameLookups } from "./name-lookups.ts";
import { planSubcommands } from "./plan-subcommands.ts";
import { projectSubcommands } from "./project-subcommands.ts";
import { type Serve, serveSubcommand } from "./serve-subcommand.ts";
import type { Program } from "./subcommand.ts";
import { tokenSubcommands } from "./token-subcommands.ts";
import { versionSubcommand } from "./version-subcommand.ts";

/** The functions of the subcommands that need the layers which only main.ts connects. */
export interface CliServices {
  readonly serve: Serve;
  readonly administerAt: AdministerAt;
  /** As `administerAt`, but an older database is not migrated: shells look at data while people type. */
  readonly lookAt: AdministerAt;
}

/** All subcommands of the executable. */
export function gatehouseProgram({ serve, administerAt, lookAt }: CliServices): Program {
  const named = { name: "gatehouse", version: gatehouseVersion };
  const program: Program = {
    ...named,
    summary: "A self-hosted feature-toggle server: one executable, one data directory.",
    commands: [
      serveSubcommand(serve),
      healthSubcommand(),
      ...administration(administerAt),
      completionSubcommands(() => program, nameLookups(lookAt)),
      versionSubcommand(named),
    ],
  };
  return program;
}

/** The subcommands that work on a data directory with or without a running server. */
function administration(administerAt: AdministerAt) {
  return [
    tokenSubcommands(administerAt),
    environmentSubcommands(administerAt),
    groupSubcommands(administerAt),
    memberSubcommands(administerAt),
    projectSubcommands(administerAt),
    planSubcommands(administerAt),
    featureSubcommands(administerAt),
    exportSubcommand(administerAt),
    importSubcommand(administerAt),
    backupSubcommand,
    restoreSubcommand,
  ];
}
