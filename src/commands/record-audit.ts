import type { AuditAction, AuditGroup } from "../model/audit.ts";
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
  caller: Caller,
  { action, featureKey, value = null }: AuditedChange,
): void {
  const audit = { ...authorship(draft, caller), action, featureKey, value };
  draft.record({ kind: "audit.recorded", audit });
}

/** As `recordAudit`, for several audits that differ in their values only. */
export function recordAudits(
  draft: Draft,
  caller: Caller,
  { action, featureKey, values }: Pick<AuditGroup, "action" | "featureKey" | "values">,
): void {
  const audits = { ...authorship(draft, caller), action, featureKey, values };
  draft.record({ kind: "audits.recorded", audits });
}

function authorship({ now }: Draft, { environment, actor }: Caller) {
  return { environmentId: environment.id, actor, createdAt: now };
}
