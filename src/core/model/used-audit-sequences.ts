import type { Change } from "./change.ts";
import type { State } from "./state.ts";

/** The used audit sequences of each environment, as changes, for a copy without audits. */
export function usedAuditSequences(
  environmentIds: Iterable<number>,
  state: State,
): readonly Change[] {
  return Array.from(environmentIds).flatMap((environmentId) => {
    const through = state.auditSequences.get(environmentId);
    return through === undefined ? [] : [{ kind: "audits.removed", environmentId, through }];
  });
}
