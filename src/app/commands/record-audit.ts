import type { AuditAction, AuditGroup, AuditUndo } from "../../core/model/audit.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Feature } from "../../core/model/feature.ts";
import type { GateDifference } from "../../core/model/gate-difference.ts";

export interface AuditedChange {
  readonly action: AuditAction;
  readonly feature: Feature;
  /** See `Audit.value`; null by default. */
  readonly value?: string | null;
  /** What undoes the change. */
  readonly difference: GateDifference;
  /** See `AuditUndo.target`. */
  readonly target?: number | undefined;
}

/** Records one audit, with the caller as its author, in the caller's environment. */
export function recordAudit(draft: Draft, caller: Caller, change: AuditedChange): void {
  const { value = null } = change;
  draft.record({ kind: "audit.recorded", audit: { ...shared(draft, caller, change), value } });
}

/** As `recordAudit`, for several audits that differ in their values only. */
export function recordAudits(
  draft: Draft,
  caller: Caller,
  { values, ...change }: Omit<AuditedChange, "value"> & Pick<AuditGroup, "values">,
): void {
  draft.record({ kind: "audits.recorded", audits: { ...shared(draft, caller, change), values } });
}

function shared(
  draft: Draft,
  { environment, actor, reason, noted }: Caller,
  change: AuditedChange,
) {
  const { action, feature, difference, target } = change;
  const isFirst = !draft.hasStep(environment.id);
  const undo: AuditUndo = {
    featureId: feature.id,
    step: draft.stepOf(environment.id),
    difference,
    ...(target === undefined ? {} : { target }),
  };
  if (noted !== undefined) {
    noted.step = undo.step;
  }
  return {
    environmentId: environment.id,
    actor,
    createdAt: draft.now,
    action,
    featureKey: feature.key,
    undo,
    ...(isFirst && reason !== undefined ? { reason } : {}),
  };
}
