import type { Change } from "./change.ts";
import { isRecordChange } from "./record-change.ts";
import type { State } from "./state.ts";

/** Changes for a copy without audits and acts: of audits, only which sequences are used. */
export function* withoutAudits(changes: Iterable<Change>, after: State): Generator<Change, void> {
  const audited = new Set<number>();
  for (const change of changes) {
    switch (change.kind) {
      case "audit.recorded":
        audited.add(change.audit.environmentId);
        break;
      case "audits.recorded":
        audited.add(change.audits.environmentId);
        break;
      case "audits.removed":
        audited.add(change.environmentId);
        break;
      default:
        if (!isRecordChange(change)) {
          yield change;
        }
    }
  }
  for (const environmentId of audited) {
    const through = after.auditSequences.get(environmentId);
    if (through !== undefined) {
      yield { kind: "audits.removed", environmentId, through };
    }
  }
}
