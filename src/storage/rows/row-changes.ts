import type {
  AccountChange,
  Change,
  GovernanceChange,
  RecordChange,
  RetiredKeyChange,
  WebhookChange,
} from "../../core/model/change.ts";
import { commentSubject } from "../../core/model/comment.ts";
import { stateOfKind } from "../../core/model/environment-state-names.ts";
import { signOnKey } from "../../core/model/sign-on.ts";
import { deliveriesPerWebhookMax } from "../../core/model/webhook-delivery.ts";
import { webhookEventsMax } from "../../core/model/webhook-event.ts";
import type { RowChange, RowSaved, Rows, RowsRemoved, RowUpdated } from "./row-change.ts";

/** Each database stores these in its own way. */
type OwnKind =
  | "gates.written"
  | "override.dropped"
  | "audit.recorded"
  | "audits.recorded"
  | "audits.removed"
  | RecordChange["kind"];

export type RowsChange = Exclude<Change, { readonly kind: OwnKind }>;

/** A change as changes of rows, in the order in which they must be written. */
export function rowChanges(change: RowsChange): readonly RowChange[] {
  switch (change.kind) {
    case "organization.saved":
      return [saved("organizations", change.organization)];
    case "project.saved":
      return [saved("projects", change.project)];
    case "revision.advanced":
      return [updated("projects", { id: change.projectId }, { revision: change.revision })];
    case "user.saved":
      return [saved("users", change.user)];
    case "organization.member_saved":
      return [saved("organization members", change)];
    case "organization.member_removed": {
      const { organizationId, userId } = change;
      return [removed("organization members", { organizationId, userId })];
    }
    case "project.member_added":
      return [saved("project members", change)];
    case "project.member_removed": {
      const { projectId, userId } = change;
      return [removed("project members", { projectId, userId })];
    }
    case "environment.created": {
      const state = stateOfKind(change.environment.kind);
      return [saved("environments", { ...change.environment, state })];
    }
    case "environment.deleted":
      return [removed("environments", { id: change.environmentId })];
    case "token.saved":
      return [saved("tokens", change.token)];
    case "tokens.used":
      return change.hashes.map((hash) =>
        updated("tokens", { hash }, { lastUsedAt: change.usedAt }),
      );
    case "group.added":
      return [saved("groups", change)];
    case "group.removed": {
      const { projectId, name } = change;
      return [removed("groups", { projectId, name })];
    }
    case "feature.saved":
      return [saved("features", change.feature)];
    case "feature.removed": {
      const { id } = change.feature;
      return [
        removed("features", { id }),
        removed("comments", { subject: commentSubject("feature", id) }),
      ];
    }
    case "clock.marked":
      return [saved("clock", { id: 1, ...change.mark })];
    case "replica.saved":
      return [saved("replicas", change.replica)];
    case "replica.removed":
      return [removed("replicas", { id: change.replicaId })];
    case "view.saved":
      return [saved("views", change.view)];
    case "view.removed":
      return [removed("views", { id: change.viewId })];
    case "policy.saved":
    case "policy.removed":
    case "request.saved":
    case "rollout.saved":
    case "comment.saved":
    case "comment.edited":
    case "comment.deleted":
    case "key.retired":
    case "key.freed":
    case "project.retires_keys":
      return governanceRows(change);
    case "sign_on.saved":
      return [saved("sign-on records", { key: signOnKey(change.record), body: change.record })];
    case "sign_on.removed":
      return [removed("sign-on records", { key: change.key })];
    default:
      return accountRows(change);
  }
}

function governanceRows(change: GovernanceChange | RetiredKeyChange): readonly RowChange[] {
  switch (change.kind) {
    case "policy.saved":
      return [saved("policies", change.policy)];
    case "policy.removed":
      return [removed("policies", { environmentId: change.environmentId })];
    case "request.saved":
      return [saved("requests", change.request)];
    case "rollout.saved":
      return [saved("rollouts", change.rollout)];
    case "comment.saved":
      return [saved("comments", change.comment)];
    case "comment.edited": {
      const { commentId: id, subject, text, editedAt } = change;
      return [updated("comments", { id, subject }, { text, editedAt })];
    }
    case "comment.deleted":
      return [removed("comments", { id: change.commentId, subject: change.subject })];
    case "key.retired":
      return [saved("retired keys", change.retired)];
    case "key.freed":
      return [removed("retired keys", { projectId: change.projectId, key: change.key })];
    case "project.retires_keys": {
      const row = { projectId: change.projectId };
      return [change.isOn ? saved("retiring projects", row) : removed("retiring projects", row)];
    }
  }
}

function accountRows(change: AccountChange | WebhookChange): readonly RowChange[] {
  switch (change.kind) {
    case "password.saved":
      return [saved("passwords", change.password)];
    case "sign_in_link.saved":
      return [saved("links", change.link)];
    case "sign_in_link.removed":
      return [removed("links", { userId: change.userId })];
    case "session.saved":
      return [saved("sessions", change.session)];
    case "sessions.ended":
      return change.hashes.map((hash) => removed("sessions", { hash }));
    case "passkey.saved":
      return [saved("passkeys", change.passkey)];
    case "passkey.removed":
      return [removed("passkeys", { id: change.passkeyId })];
    case "personal_token.saved":
      return [saved("personal tokens", change.token)];
    case "personal_tokens.removed":
      return change.hashes.map((hash) => removed("personal tokens", { hash }));
    case "credentials.removed": {
      const { userId } = change;
      return [
        removed("links", { userId }),
        removed("passwords", { userId }),
        removed("sessions", { userId }),
        removed("passkeys", { userId }),
        removed("personal tokens", { userId }),
      ];
    }
    default:
      return webhookRows(change);
  }
}

/** Old events are removed once for this many new ones. */
const eventsPerRemoval = 100;

function webhookRows(change: WebhookChange): readonly RowChange[] {
  switch (change.kind) {
    case "webhook.saved":
      return [saved("webhooks", change.webhook)];
    case "webhook.deleted":
      return [removed("webhooks", { id: change.webhookId })];
    case "webhook.progressed":
      return [updated("webhooks", { id: change.webhookId }, { progress: change.progress })];
    case "webhook_delivery.recorded": {
      const { delivery } = change;
      const { webhookId } = delivery;
      const sequence = delivery.sequence - deliveriesPerWebhookMax;
      const recorded = saved("deliveries", delivery);
      return sequence > 0
        ? [recorded, removed("deliveries", { webhookId }, { sequence })]
        : [recorded];
    }
    case "webhook_events.recorded":
      return change.events.flatMap((event) =>
        event.id % eventsPerRemoval === 0
          ? [saved("events", event), removed("events", {}, { id: event.id - webhookEventsMax })]
          : [saved("events", event)],
      );
    case "webhook_events.removed":
      return [removed("events", {}, { id: change.through })];
  }
}

function saved<Table extends keyof Rows>(
  table: Table,
  row: Rows[Table],
): RowSaved<Table, Rows[Table]> {
  return { kind: "row.saved", table, row };
}

function updated<Table extends keyof Rows>(
  table: Table,
  where: Partial<Rows[Table]>,
  row: Partial<Rows[Table]>,
): RowUpdated<Table, Rows[Table]> {
  return { kind: "row.updated", table, where, row };
}

function removed<Table extends keyof Rows>(
  table: Table,
  where: Partial<Rows[Table]>,
  through?: Partial<Rows[Table]>,
): RowsRemoved<Table, Rows[Table]> {
  return { kind: "rows.removed", table, where, ...(through === undefined ? {} : { through }) };
}
