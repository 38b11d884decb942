import type { Interrupted } from "./commands/audit-follow-subcommand.ts";
import { auditSubcommands } from "./commands/audit-subcommands.ts";
import { backupSubcommand, restoreSubcommand } from "./commands/backup-subcommands.ts";
import { checkSubcommand } from "./commands/check-subcommand.ts";
import { codeSubcommands } from "./commands/code-scan-subcommand.ts";
import {
  type DatabaseServices,
  databaseSubcommands,
  nodeSubcommands,
} from "./commands/database-subcommands.ts";
import { diffSubcommand } from "./commands/diff-subcommand.ts";
import { environmentSubcommands } from "./commands/environment-subcommands.ts";
import { exportSubcommand } from "./commands/export-subcommand.ts";
import { applySubcommand, planSubcommand } from "./commands/feature-file-subcommands.ts";
import { featureSubcommands } from "./commands/feature-subcommands.ts";
import { groupSubcommands } from "./commands/group-subcommands.ts";
import { healthSubcommand } from "./commands/health-subcommand.ts";
import { importSubcommand } from "./commands/import-subcommand.ts";
import { limitSubcommands } from "./commands/limit-subcommands.ts";
import { type McpInput, mcpSubcommand } from "./commands/mcp-subcommand.ts";
import { memberSubcommands } from "./commands/member-subcommands.ts";
import { type LookServices, nameLookups } from "./commands/name-lookups.ts";
import { patSubcommands } from "./commands/pat-subcommands.ts";
import { policySubcommands } from "./commands/policy-subcommands.ts";
import { projectSubcommands } from "./commands/project-subcommands.ts";
import { pullSubcommand } from "./commands/pull-subcommand.ts";
import { replicaSubcommands } from "./commands/replica-subcommands.ts";
import { requestSubcommands } from "./commands/request-subcommands.ts";
import { rolloutSubcommands } from "./commands/rollout-subcommands.ts";
import { selftestSubcommand } from "./commands/selftest-subcommand.ts";
import { type Serve, serveSubcommand } from "./commands/serve-subcommand.ts";
import { signOnSubcommands } from "./commands/sign-on-subcommands.ts";
import { statusSubcommand } from "./commands/status-subcommand.ts";
import { telemetrySubcommands } from "./commands/telemetry-subcommands.ts";
import { tokenSubcommands } from "./commands/token-subcommands.ts";
import { trustSubcommands } from "./commands/trust-subcommands.ts";
import { versionSubcommand } from "./commands/version-subcommand.ts";
import { webhookSubcommands } from "./commands/webhook-subcommands.ts";
import { completionSubcommands } from "./completion/completion-subcommands.ts";
import { describedProgram } from "./described-program.ts";
import type { SelftestProgram } from "./selftest/selftest-process.ts";
import type { Program } from "./subcommand.ts";
import type { ConnectAt } from "./targets/api-target.ts";

/** The functions of the subcommands that need layers which only main.ts connects. */
export interface CliServices extends LookServices {
  readonly serve: Serve;
  readonly connectAt: ConnectAt;
  readonly databases: DatabaseServices;
  readonly interrupted: Interrupted;
  readonly input: McpInput;
  readonly selftest: SelftestProgram;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** All subcommands of the executable. */
export function gatehouseProgram(services: CliServices): Program {
  const program: Program = {
    ...describedProgram,
    commands: [
      serveSubcommand(services.serve),
      healthSubcommand(),
      selftestSubcommand(services.selftest),
      ...dailyWork(services),
      ...administration(services),
      databaseSubcommands(services.databases),
      nodeSubcommands(services.databases),
      completionSubcommands(() => program, nameLookups(services)),
      versionSubcommand(describedProgram),
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
    checkSubcommand(services, services.now),
    auditSubcommands(services),
    telemetrySubcommands(services),
    statusSubcommand(services),
    diffSubcommand(services, services.now),
    codeSubcommands(services),
    exportSubcommand(services),
    importSubcommand(services),
    planSubcommand(services),
    applySubcommand(services),
    pullSubcommand(services),
    mcpSubcommand(services, services.input),
  ];
}

/** The administration subcommands. All but the last two take the same targets. */
function administration(services: CliServices) {
  return [
    tokenSubcommands(services),
    environmentSubcommands(services),
    groupSubcommands(services),
    policySubcommands(services),
    requestSubcommands(services),
    rolloutSubcommands(services),
    webhookSubcommands(services),
    memberSubcommands(services),
    signOnSubcommands(services),
    patSubcommands(services),
    trustSubcommands(services),
    projectSubcommands(services),
    limitSubcommands(services),
    replicaSubcommands(services),
    backupSubcommand(services.databases),
    restoreSubcommand,
  ];
}
