import type { Change } from "../../core/model/change.ts";
import { changeAuthor } from "../../core/model/change-author.ts";
import type { PersonalToken } from "../../core/model/personal-token.ts";
import type { Token } from "../../core/model/token.ts";
import type { Webhook } from "../../core/model/webhook.ts";
import type { Log, LogFields } from "./log.ts";

/** An import may contain a hundred thousand changes. */
const linesPerCommitMax = 1_000;

/**
 * Logs who changed what; called with the changes of every commit. Logs ids and feature keys, but no
 * values, names or e-mail addresses: audits hold them, and more people read logs. For very large
 * commits it logs the first thousand changes, and then the number of the others.
 */
export function changeLogger(log: Log): (changes: readonly Change[]) => void {
  return (changes) => {
    let count = 0;
    for (const change of changes) {
      if (count >= linesPerCommitMax && change.kind === "audit.recorded") {
        // Building the fields of all changes would take noticeable time.
        count++;
        continue;
      }
      const fields = fieldsOf(change);
      if (fields !== null) {
        count++;
        if (count <= linesPerCommitMax) {
          const by = changeAuthor(change);
          log.info("changed", by === undefined ? fields : { ...fields, by });
        }
      }
    }
    if (count > linesPerCommitMax) {
      log.info("many changes in one commit", {
        changes: count,
        notLogged: count - linesPerCommitMax,
      });
    }
  };
}

/** Null for a change that an audit also reports, or that no user requested. */
function fieldsOf(change: Change): LogFields | null {
  switch (change.kind) {
    case "audit.recorded": {
      const { actor, action, featureKey, environmentId } = change.audit;
      return { action, feature: featureKey, environmentId, by: `${actor.type} ${actor.id}` };
    }
    case "audits.recorded": {
      const { actor, action, featureKey, environmentId, values } = change.audits;
      const by = `${actor.type} ${actor.id}`;
      return { action, feature: featureKey, environmentId, by, values: values.length };
    }
    case "environment.created":
      return { action: change.kind, environmentId: change.environment.id };
    case "environment.deleted":
      return { action: change.kind, environmentId: change.environmentId };
    case "token.saved":
      return { action: change.kind, ...tokenFields(change.token) };
    case "organization.member_saved": {
      const { userId, organizationId, role } = change;
      return { action: change.kind, userId, organizationId, role };
    }
    case "organization.member_removed":
      return { action: change.kind, userId: change.userId, organizationId: change.organizationId };
    case "project.member_added":
    case "project.member_removed":
      return { action: change.kind, userId: change.userId, projectId: change.projectId };
    case "session.saved": {
      const { userId, createdAt, seenAt } = change.session;
      return createdAt === seenAt ? { action: "session.started", userId } : null;
    }
    case "password.saved":
      return { action: change.kind, userId: change.password.userId };
    case "sign_in_link.saved":
      return { action: change.kind, userId: change.link.userId };
    case "passkey.saved":
      return { action: change.kind, userId: change.passkey.userId };
    case "personal_token.saved":
      return personalTokenFields(change.token);
    case "sign_in_link.removed":
    case "credentials.removed":
      return { action: change.kind, userId: change.userId };
    case "user.saved":
      return { action: change.kind, userId: change.user.id };
    case "group.added":
    case "group.removed":
      return { action: change.kind, group: change.name, projectId: change.projectId };
    case "organization.saved":
      return { action: change.kind, organizationId: change.organization.id };
    case "project.saved":
      return { action: change.kind, projectId: change.project.id };
    case "webhook.saved":
      return { action: change.kind, ...webhookFields(change.webhook) };
    case "webhook.deleted":
      return { action: change.kind, webhookId: change.webhookId };
    case "replica.saved":
      return { action: change.kind, replicaId: change.replica.id };
    case "replica.removed":
      return { action: change.kind, replicaId: change.replicaId };
    case "webhook.progressed":
    case "webhook_delivery.recorded":
    case "webhook_events.recorded":
    case "webhook_events.removed":
    case "feature.saved":
    case "feature.removed":
    case "gates.written":
    case "override.dropped":
    case "revision.advanced":
    case "audits.removed":
    case "clock.marked":
    case "tokens.used":
    case "sessions.ended":
    case "passkey.removed":
    case "personal_tokens.removed":
      return null;
  }
}

function tokenFields({ id, environmentId, revokedAt, ...token }: Token): LogFields {
  const { access, managesEnvironments } = token;
  const isRevoked = revokedAt !== null;
  return { tokenId: id, environmentId, access, managesEnvironments, isRevoked };
}

function personalTokenFields({ id, userId, scope, lastUsedAt }: PersonalToken): LogFields | null {
  const action = "personal_token.saved";
  return lastUsedAt === null ? { action, personalTokenId: id, userId, scope } : null;
}

function webhookFields({ id, environmentId, pauseReason, secrets, progress }: Webhook): LogFields {
  const holds = { secrets: secrets.length, replays: progress.replays.length };
  return { webhookId: id, environmentId, paused: pauseReason ?? "no", ...holds };
}
