import { type AuditAction, auditActions } from "../../core/model/audit.ts";
import type { Change } from "../../core/model/change.ts";

/** Counts committed changes of features and gates by audit action. */
export class ChangeCounters {
  readonly #byAction = new Map<AuditAction, number>(auditActions.map((action) => [action, 0]));

  /** Counts the changes of one commit. */
  count(changes: readonly Change[]): void {
    for (const change of changes) {
      if (change.kind === "audit.recorded") {
        this.#add(change.audit.action, 1);
      } else if (change.kind === "audits.recorded") {
        this.#add(change.audits.action, change.audits.values.length);
      }
    }
  }

  #add(action: AuditAction, count: number): void {
    this.#byAction.set(action, (this.#byAction.get(action) ?? 0) + count);
  }

  get byAction(): ReadonlyMap<AuditAction, number> {
    return this.#byAction;
  }
}
