import type { StepRow } from "../../api/admin/contract/audit-models.ts";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { auditSummary } from "./audit-summary.ts";

const { audits: words, auditSummary: recordWords } = texts;

export interface AuditDay {
  /** Midnight of the user's clock. */
  readonly start: number;
  readonly steps: readonly StepRow[];
}

/** Groups consecutive steps by day. */
export function auditDays(steps: readonly StepRow[]): readonly AuditDay[] {
  const days: { start: number; steps: StepRow[] }[] = [];
  for (const step of steps) {
    const start = new Date(step.newest.at).setHours(0, 0, 0, 0);
    let day = days.at(-1);
    if (day?.start !== start) {
      day = { start, steps: [] };
      days.push(day);
    }
    day.steps.push(step);
  }
  return days;
}

/**
 * Whether all records of a step belong to one feature: a command changes one feature, or many in
 * order.
 */
export function isOfOneFeature({ newest, oldest }: StepRow): boolean {
  return newest.featureKey === oldest.featureKey;
}

/**
 * The changes of a step, as in "200 actors added". A step with many features is an import or an undo.
 */
export function auditStepSummary(step: StepRow): string {
  const { newest, oldest, count } = step;
  if (count === 1) {
    return auditSummary(newest);
  }
  if (!isOfOneFeature(step)) {
    return newest.action === "rollback"
      ? fill(words.stepOfMany, {
          what: words.actions.rollback,
          features: plural(words.features, count),
        })
      : fill(words.importOf, { changes: plural(words.changes, count) });
  }
  const many: Readonly<Record<string, { readonly one: string; readonly other: string }>> =
    recordWords.many;
  const ofAction = newest.action === oldest.action ? many[newest.action] : undefined;
  return ofAction === undefined
    ? fill(words.changesAtOnce, { changes: plural(words.changes, count) })
    : plural(ofAction, count);
}
