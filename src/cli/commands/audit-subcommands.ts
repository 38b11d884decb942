import type { SubcommandGroup } from "../subcommand.ts";
import type { ApiSenders } from "../targets/api-target.ts";
import { auditActsSubcommand } from "./audit-acts-subcommand.ts";
import { auditFollowSubcommand, type Interrupted } from "./audit-follow-subcommand.ts";
import { auditListSubcommand } from "./audit-list-subcommand.ts";
import {
  auditCheckpointSubcommand,
  auditExportSubcommand,
  auditKeySubcommands,
} from "./audit-record-subcommands.ts";
import { auditVerifySubcommand } from "./audit-verify-subcommand.ts";
import { commentSubcommands } from "./comment-subcommands.ts";

interface AuditCommandServices extends ApiSenders {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly interrupted: Interrupted;
}

/** `gatehouse audit …`: who changed what. */
export function auditSubcommands(services: AuditCommandServices): SubcommandGroup {
  return {
    name: "audit",
    summary: "Lists changes and acts, follows changes, and verifies the record of both.",
    commands: [
      auditListSubcommand(services, services.now),
      auditFollowSubcommand(services, services.interrupted),
      auditActsSubcommand(services, services.now),
      ...commentSubcommands(services, "act"),
      auditVerifySubcommand,
      auditExportSubcommand(services),
      auditCheckpointSubcommand(services),
      auditKeySubcommands(services),
    ],
  };
}
