import type { Change, RecordChange } from "./change.ts";

const recordKinds: ReadonlySet<Change["kind"]> = new Set<RecordChange["kind"]>([
  "act.recorded",
  "acts.copied",
  "signing_key.saved",
  "installation.identified",
]);

/** Such changes are neither logged for other processes nor sent to replicas. */
export function isRecordChange(change: Change): change is RecordChange {
  return recordKinds.has(change.kind);
}
