import type { State } from "../../core/model/state.ts";
import { compareUtf8 } from "../../core/text/compare-utf8.ts";
import { impossible } from "./audit-at-time.ts";
import type { HistoryReads } from "./history-reads.ts";
import type { PastMoment } from "./past-moment.ts";

/** How many audits one request may undo for all features. */
const undoneMax = 200_000;

/**
 * The keys of all features that exist, or were removed since one of these moments, sorted. Rejects
 * with `undo_impossible` if too many audits would be undone.
 */
export async function pastKeys(
  reads: HistoryReads,
  state: State,
  moments: readonly [PastMoment, ...PastMoment[]],
): Promise<readonly string[]> {
  const afters = aftersOf(moments);
  const newest = (id: number) => state.auditSequences.get(id) ?? 0;
  const undone = [...afters].reduce((sum, [id, after]) => sum + newest(id) - after, 0);
  if (undone > undoneMax) {
    throw impossible(
      `${undone} changes were made since then, and all features are shown before at most ` +
        `${undoneMax} changes: choose a later time`,
    );
  }
  const keys = new Set(state.features.get(moments[0].environment.projectId)?.keys());
  for (const [environmentId, after] of afters) {
    const before = newest(environmentId) + 1;
    const removals = { environmentId, actions: ["remove", "rollback"], before, after } as const;
    for await (const { featureKey } of reads.each(removals)) {
      keys.add(featureKey);
    }
  }
  return [...keys].sort(compareUtf8);
}

/** The earliest sequence of each environment. */
function aftersOf(moments: readonly PastMoment[]): ReadonlyMap<number, number> {
  const afters = new Map<number, number>();
  for (const { environment, after, production, productionAfter } of moments) {
    for (const [{ id }, sequence] of [
      [environment, after],
      [production, productionAfter],
    ] as const) {
      afters.set(id, Math.min(sequence, afters.get(id) ?? sequence));
    }
  }
  return afters;
}
