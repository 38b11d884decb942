import type { AuditUndo } from "../model/audit.ts";
import type { Change } from "../model/change.ts";
import { differenceMemberCount } from "../model/gate-difference.ts";

/** How many values a storage writes for changes: one change can be of 100,000 actors. */
export function changedValueCount(changes: readonly Change[]): number {
  return changes.reduce((sum, change) => sum + valueCountOf(change), 0);
}

/** Gates are counted with their audits. */
function valueCountOf(change: Change): number {
  switch (change.kind) {
    case "audit.recorded":
      return 1 + undoCount(change.audit);
    case "audits.recorded":
      return change.audits.values.length + undoCount(change.audits);
    default:
      return 1;
  }
}

function undoCount({ undo }: { readonly undo?: AuditUndo }): number {
  return undo === undefined ? 0 : differenceMemberCount(undo.difference);
}
