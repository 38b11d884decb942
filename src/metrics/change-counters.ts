import { type AuditAction, auditActions } from "../model/audit.ts";
import type { Change } from "../model/change.ts";

/** Committed changes of features and gates, by what was done. */
export class ChangeCounters {
  readonly #byAction = new Map<AuditAction, number>(auditActions.map((action) => [action, 0]));

  /** To be told of every commit. */
  committed(changes: readonly Change[]): void {
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
