import type { AuditAction } from "../model/audit.ts";
import type { Caller } from "../model/caller.ts";
import type { Draft } from "../model/draft.ts";

export interface AuditedChange {
  readonly action: AuditAction;
  readonly featureKey: string;
  /** See `Audit.value`; null by default. */
  readonly value?: string | null;
}

/** Records one audit, with the caller as its author, in the caller's environment. */
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
