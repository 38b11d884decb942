import type { Change } from "./change.ts";
import type { State } from "./state.ts";

/** For a copy without audits: which sequences are used in each environment, as changes. */
export function usedAuditSequences(
  environmentIds: Iterable<number>,
  state: State,
): readonly Change[] {
  return Array.from(environmentIds).flatMap((environmentId) => {
    const through = state.auditSequences.get(environmentId);
    return through === undefined ? [] : [{ kind: "audits.removed", environmentId, through }];
  });
}
