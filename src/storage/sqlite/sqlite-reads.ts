import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { type AuditReads, prepareAuditReads } from "./sqlite-audit-reads.ts";
import { type GovernanceReads, prepareGovernanceReads } from "./sqlite-governance.ts";
import { prepareRecordReads, type SqliteRecordReads } from "./sqlite-record-reads.ts";
import { prepareRolloutReads, type RolloutReads } from "./sqlite-rollouts.ts";
import { prepareWebhookReads, type WebhookReads } from "./sqlite-webhook-reads.ts";

/** All reads of data outside the state. They run on the calling thread. */
export type SqliteReads = AuditReads &
  WebhookReads &
  SqliteRecordReads &
  GovernanceReads &
  RolloutReads;

export function prepareReads(database: BunSQLiteDatabase): SqliteReads {
  return {
    ...prepareAuditReads(database),
    ...prepareWebhookReads(database),
    ...prepareRecordReads(database),
    ...prepareGovernanceReads(database),
    ...prepareRolloutReads(database),
  };
}
