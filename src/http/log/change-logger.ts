import type { Session } from "../../core/model/account.ts";
import type { Audit } from "../../core/model/audit.ts";
import type {
  Change,
  GovernanceChange,
  RecordChange,
  RetiredKeyChange,
} from "../../core/model/change.ts";
import { changeAuthor } from "../../core/model/change-author.ts";
import type { PersonalToken } from "../../core/model/personal-token.ts";
import { isRecordChange } from "../../core/model/record-change.ts";
import type { SignOnChange } from "../../core/model/sign-on.ts";
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

function fieldsOf(change: Change): LogFields | null {
  return isRecordChange(change) ? null : requestedFields(change);
}

/** Null for a change that an audit also reports, or that no user requested. */
function requestedFields(change: Exclude<Change, RecordChange>): LogFields | null {
  switch (change.kind) {
    case "audit.recorded":
      return auditFields(change.audit);
    case "audits.recorded":
      return { ...auditFields(change.audits), values: change.audits.values.length };
    case "environment.created":
      return { action: change.kind, environmentId: change.environment.id };
    case "environment.deleted":
      return { action: change.kind, environmentId: change.environmentId };
    case "token.saved":
      return { action: change.kind, ...tokenFields(change.token) };
    case "organization.member_saved":
    case "organization.member_removed":
    case "project.member_added":
    case "project.member_removed":
      return memberFields(change);
    case "session.saved":
      return sessionFields(change.session);
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
    case "replica.removed":
      return replicaFields(change);
    case "key.retired":
    case "key.freed":
    case "project.retires_keys":
      return retiredFields(change);
    case "sign_on.saved":
    case "sign_on.removed":
      return signOnFields(change);
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
    default:
      return governanceFields(change);
  }
}

type ViewChange = Extract<Change, { readonly kind: "view.saved" | "view.removed" }>;

function governanceFields(change: GovernanceChange | ViewChange): LogFields | null {
  switch (change.kind) {
    case "policy.saved":
      return { action: change.kind, environmentId: change.policy.environmentId };
    case "policy.removed":
      return { action: change.kind, environmentId: change.environmentId };
    case "request.saved": {
      const { id, environmentId, state } = change.request;
      return { action: change.kind, requestId: id, environmentId, state };
    }
    case "rollout.saved": {
      const { id, environmentId, state, step } = change.rollout;
      return { action: change.kind, rolloutId: id, environmentId, state, step };
    }
    case "comment.saved":
    case "comment.edited":
    case "comment.deleted":
    case "view.saved":
    case "view.removed":
      return null;
  }
}

type MemberChange = Extract<
  Change,
  {
    readonly kind:
      | "organization.member_saved"
      | "organization.member_removed"
      | "project.member_added"
      | "project.member_removed";
  }
>;

function memberFields({ kind, ...fields }: MemberChange): LogFields {
  return { action: kind, ...fields };
}

type ReplicaChange = Extract<Change, { readonly kind: "replica.saved" | "replica.removed" }>;

function replicaFields(change: ReplicaChange): LogFields {
  const replicaId = change.kind === "replica.saved" ? change.replica.id : change.replicaId;
  return { action: change.kind, replicaId };
}

function retiredFields(change: RetiredKeyChange): LogFields {
  switch (change.kind) {
    case "key.retired": {
      const { key, projectId } = change.retired;
      return { action: change.kind, key, projectId };
    }
    case "key.freed":
      return { action: change.kind, key: change.key, projectId: change.projectId };
    case "project.retires_keys":
      return { action: change.kind, projectId: change.projectId, isOn: change.isOn };
  }
}

type AuditedFields = Pick<Audit, "actor" | "action" | "featureKey" | "environmentId">;

function auditFields({ actor, action, featureKey, environmentId }: AuditedFields): LogFields {
  return { action, feature: featureKey, environmentId, by: `${actor.type} ${actor.id}` };
}

function tokenFields({ id, environmentId, revokedAt, ...token }: Token): LogFields {
  const { access, managesEnvironments } = token;
  const isRevoked = revokedAt !== null;
  return { tokenId: id, environmentId, access, managesEnvironments, isRevoked };
}

function sessionFields({ userId, createdAt, seenAt }: Session): LogFields | null {
  return createdAt === seenAt ? { action: "session.started", userId } : null;
}

function signOnFields(change: SignOnChange): LogFields {
  if (change.kind === "sign_on.removed") {
    return { action: change.kind, record: change.key };
  }
  const { record } = change;
  const action = `${record.kind}.saved`;
  switch (record.kind) {
    case "environment_role": {
      const { environmentId, userId, role } = record;
      return { action, environmentId, userId, role };
    }
    case "group_rule": {
      const { environmentId, id, role } = record;
      return { action, environmentId: environmentId ?? "all", rule: id, role };
    }
    case "identity":
      return { action, userId: record.userId };
    case "trust_rule": {
      const { environmentId, id, access } = record;
      return { action, environmentId, rule: id, access };
    }
    case "job_token":
      return { action, environmentId: record.environmentId, rule: record.ruleId };
    case "break_glass":
      return {
        action: record.lastUsedAt === null ? action : "break_glass.used",
        userId: record.userId,
      };
  }
}

function personalTokenFields({ id, userId, scope, lastUsedAt }: PersonalToken): LogFields | null {
  const action = "personal_token.saved";
  return lastUsedAt === null ? { action, personalTokenId: id, userId, scope } : null;
}

function webhookFields({ id, environmentId, pauseReason, secrets, progress }: Webhook): LogFields {
  const holds = { secrets: secrets.length, replays: progress.replays.length };
  return { webhookId: id, environmentId, paused: pauseReason ?? "no", ...holds };
}
