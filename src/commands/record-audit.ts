import type { AuditAction } from "../model/audit.ts";
import type { Caller } from "../model/caller.ts";
import type { Draft } from "../model/draft.ts";

export interface AuditedChange {
  readonly action: AuditAction;
  readonly featureKey: string;
  /** As `Audit.value`; null unless given. */
  readonly value?: string | null;
}

/** Records one audit of the caller, in the caller's environment, at the draft's moment. */
export function recordAudit(
  draft: Draft,
  { environment, actor }: Caller,
  { action, featureKey, value = null }: AuditedChange,
): void {
  draft.record({
    kind: "audit.recorded",
    audit: {
      environmentId: environment.id,
      actor,
      action,
      featureKey,
      value,
      createdAt: draft.now,
    },
  });
}
