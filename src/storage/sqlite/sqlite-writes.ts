import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { prepareAccountWrites } from "./sqlite-account-writes.ts";
import { prepareAuditWrites, type Writes } from "./sqlite-audit-writes.ts";
import { prepareFeatureWrites } from "./sqlite-feature-writes.ts";
import { prepareOrganizationWrites } from "./sqlite-organization-writes.ts";
import { prepareReplicaWrites } from "./sqlite-replicas.ts";
import { prepareWebhookWrites } from "./sqlite-webhook-writes.ts";
import type { StoredChange } from "./stored-change.ts";

/**
 * Writes changes as rows. The returned function begins the changes of one transaction. Every
 * statement is prepared once, because memory for new SQL text is never released.
 */
export function prepareWrites(database: BunSQLiteDatabase): () => Writes<StoredChange> {
  const writeFeature = prepareFeatureWrites(database);
  const writeDirectory = prepareOrganizationWrites(database);
  const writeAccount = prepareAccountWrites(database);
  const writeWebhook = prepareWebhookWrites(database);
  const writeReplica = prepareReplicaWrites(database);
  const beginAudits = prepareAuditWrites(database);
  return () => {
    const audited = beginAudits();
    return {
      write: (change) => {
        switch (change.kind) {
          case "feature.saved":
          case "feature.removed":
          case "gates.saved":
          case "members.removed":
          case "members.added":
          case "members.cleared":
          case "override.dropped":
            return writeFeature(change);
          case "difference.part":
          case "audits.saved":
          case "audits.removed":
            return audited.write(change);
          case "password.saved":
          case "sign_in_link.saved":
          case "sign_in_link.removed":
          case "session.saved":
          case "sessions.ended":
          case "passkey.saved":
          case "passkey.removed":
          case "personal_token.saved":
          case "personal_tokens.removed":
          case "credentials.removed":
            return writeAccount(change);
          case "webhook.saved":
          case "webhook.deleted":
          case "webhook.progressed":
          case "webhook_delivery.recorded":
          case "webhook_event.saved":
          case "webhook_events.removed":
            return writeWebhook(change);
          case "replica.saved":
          case "replica.removed":
            return writeReplica(change);
          default:
            return writeDirectory(change);
        }
      },
      committed: audited.committed,
    };
  };
}
