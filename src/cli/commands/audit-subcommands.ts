import type { SubcommandGroup } from "../subcommand.ts";
import type { ApiSenders } from "../targets/api-target.ts";
import { auditFollowSubcommand, type Interrupted } from "./audit-follow-subcommand.ts";
import { auditListSubcommand } from "./audit-list-subcommand.ts";

interface AuditCommandServices extends ApiSenders {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly interrupted: Interrupted;
}

/** `gatehouse audit …`: who changed what. */
export function auditSubcommands(services: AuditCommandServices): SubcommandGroup {
  return {
    name: "audit",
    summary: "Lists changes, and follows them as they happen.",
    commands: [
      auditListSubcommand(services, services.now),
      auditFollowSubcommand(services, services.interrupted),
    ],
  };
}
