import { type AuditAction, auditActions } from "../model/audit.ts";
import type { Change } from "../model/change.ts";

/** Counts committed changes of features and gates by audit action. */
export class ChangeCounters {
  readonly #byAction = new Map<AuditAction, number>(auditActions.map((action) => [action, 0]));

  /** Counts the changes of one commit. */
  count(changes: readonly Change[]): void {
    for (const change of changes) {
      if (change.kind === "audit.recorded") {
        const { action } = change.audit;
        this.#byAction.set(action, (this.#byAction.get(action) ?? 0) + 1);
      }
    }
  }

  get byAction(): ReadonlyMap<AuditAction, number> {
    return this.#byAction;
  }
}
