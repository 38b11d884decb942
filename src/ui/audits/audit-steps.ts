import type { AuditRow } from "../../web/contract/audit-routes.ts";

/** The records of one step, newest first; most steps have one. */
export interface AuditStep {
  readonly step: number;
  readonly first: AuditRow;
  readonly audits: readonly AuditRow[];
}

export interface AuditDay {
  /** Midnight of the reader's clock. */
  readonly start: number;
  readonly steps: readonly AuditStep[];
}

/** Records that follow one another, put together by day and step. */
export function auditDays(audits: readonly AuditRow[]): readonly AuditDay[] {
  const days: { start: number; steps: { step: number; first: AuditRow; audits: AuditRow[] }[] }[] =
    [];
  for (const audit of audits) {
    const start = new Date(audit.at).setHours(0, 0, 0, 0);
    let day = days.at(-1);
    if (day?.start !== start) {
      day = { start, steps: [] };
      days.push(day);
    }
    const last = day.steps.at(-1);
    if (last?.step === audit.step) {
      last.audits.push(audit);
    } else {
      day.steps.push({ step: audit.step, first: audit, audits: [audit] });
    }
  }
  return days;
}
