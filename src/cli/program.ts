import { gatehouseVersion } from "../core/version.ts";
import type { ConnectAt } from "./api-target.ts";
import type { Interrupted } from "./audit-follow-subcommand.ts";
import { auditSubcommands } from "./audit-subcommands.ts";
import { backupSubcommand, restoreSubcommand } from "./backup-subcommands.ts";
import { checkSubcommand } from "./check-subcommand.ts";
import { completionSubcommands } from "./completion-subcommands.ts";
import {
  type DatabaseServices,
  databaseSubcommands,
  nodeSubcommands,
} from "./database-subcommands.ts";
import { diffSubcommand } from "./diff-subcommand.ts";
import { environmentSubcommands } from "./environment-subcommands.ts";
import { exportSubcommand } from "./export-subcommand.ts";
import { featureSubcommands } from "./feature-subcommands.ts";
import { groupSubcommands } from "./group-subcommands.ts";
import { healthSubcommand } from "./health-subcommand.ts";
import { importSubcommand } from "./import-subcommand.ts";
import { memberSubcommands } from "./member-subcommands.ts";
import { type LookServices, nameLookups } from "./name-lookups.ts";
import { planSubcommands } from "./plan-subcommands.ts";
import { projectSubcommands } from "./project-subcommands.ts";
import { replicaSubcommands } from "./replica-subcommands.ts";
import { type Serve, serveSubcommand } from "./serve-subcommand.ts";
import { statusSubcommand } from "./status-subcommand.ts";
import type { Program } from "./subcommand.ts";
import { telemetrySubcommands } from "./telemetry-subcommands.ts";
import { tokenSubcommands } from "./token-subcommands.ts";
import { versionSubcommand } from "./version-subcommand.ts";
import { webhookSubcommands } from "./webhook-subcommands.ts";

/** The functions of the subcommands that need layers which only main.ts connects. */
export interface CliServices extends LookServices {
  readonly serve: Serve;
  readonly connectAt: ConnectAt;
  readonly databases: DatabaseServices;
  readonly interrupted: Interrupted;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** All subcommands of the executable. */
export function gatehouseProgram(services: CliServices): Program {
  const named = { name: "gatehouse", version: gatehouseVersion };
  const program: Program = {
    ...named,
    summary: "A self-hosted feature-toggle server: one executable, one data directory.",
    commands: [
      serveSubcommand(services.serve),
      healthSubcommand(),
      ...dailyWork(services),
      ...administration(services),
      databaseSubcommands(services.databases),
      nodeSubcommands(services.databases),
      completionSubcommands(() => program, nameLookups(services)),
      versionSubcommand(named),
    ],
  };
  return program;
}

/**
 * The subcommands on features: in a data directory, with or without a running server, or on a remote
 * server.
 */
function dailyWork(services: CliServices) {
  return [
    featureSubcommands(services),
    checkSubcommand(services),
    auditSubcommands(services),
    telemetrySubcommands(services),
    statusSubcommand(services),
    diffSubcommand(services),
    exportSubcommand(services),
    importSubcommand(services),
  ];
}

/** The administration subcommands. All but the last two take the same targets. */
function administration(services: CliServices) {
  return [
    tokenSubcommands(services),
    environmentSubcommands(services),
    groupSubcommands(services),
    webhookSubcommands(services),
    memberSubcommands(services),
    projectSubcommands(services),
    planSubcommands(services),
    replicaSubcommands(services),
    backupSubcommand(services.databases),
    restoreSubcommand,
  ];
}
