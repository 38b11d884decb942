import type { RecordedAudit } from "../../../core/model/audit.ts";
import type { AuditListModel } from "./audit-model.ts";

export function auditModel(audit: RecordedAudit): AuditListModel["audits"][number] {
  return {
    action: audit.action,
    actor: { type: audit.actor.type, id: audit.actor.id },
    target: { type: "Feature", key: audit.featureKey },
    value: audit.value,
    created_at: new Date(audit.createdAt).toISOString(),
  };
}

/** `eventsMax` is the number of latest audits that the plan shows; null for all. */
export function limitsModel(eventsMax: number | null): AuditListModel["limits"] {
  return eventsMax === null ? { limited: false } : { limited: true, max_events: eventsMax };
}
