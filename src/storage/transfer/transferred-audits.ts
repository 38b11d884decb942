import type { Audit, AuditUndo, HistoryAudit } from "../../core/model/audit.ts";
import type { Change } from "../../core/model/change.ts";
import type { Storage } from "../storage.ts";

/** Small enough that the audits of a page fit into memory, and into one commit. */
const auditsPerPage = 500;

/**
 * The audits of an environment as the changes that record them, in pages, oldest first. The first
 * change makes the sequences begin where the stored ones begin.
 */
export async function* auditChanges(
  storage: Storage,
  environmentId: number,
  newest: number,
): AsyncGenerator<readonly Change[], void> {
  const [oldest] = await storage.audits({
    ...{ environmentId, keys: null, newestMax: null, offset: 0, limit: 1 },
    isOldestFirst: true,
  });
  const first = oldest?.sequence ?? newest + 1;
  if (first > 1) {
    yield [{ kind: "audits.removed", environmentId, through: first - 1 }];
  }
  for (let from = first; from <= newest; from += auditsPerPage) {
    const through = Math.min(newest, from + auditsPerPage - 1);
    const page = await historyBetween(storage, environmentId, from, through);
    yield page.map((audit): Change => ({ kind: "audit.recorded", audit: auditOf(audit) }));
  }
}

/** The audits of a range of sequences, oldest first. */
export async function historyBetween(
  storage: Storage,
  environmentId: number,
  from: number,
  through: number,
): Promise<readonly HistoryAudit[]> {
  const audits: HistoryAudit[] = [];
  let before: number | null = through + 1;
  while (before !== null && audits.length < through - from + 1) {
    const page = await storage.history({
      ...{ environmentId, keys: null, actions: null, actor: null, from: null, to: null },
      ...{ before, after: from - 1, limit: auditsPerPage, withLarge: true, withExpressions: true },
    });
    audits.push(...page.audits);
    before = page.next;
  }
  return audits.reverse();
}

function auditOf(recorded: HistoryAudit): Audit {
  const { sequence: _sequence, featureId, step, difference, target, ...audit } = recorded;
  if (featureId === null || difference === null || difference === "large") {
    return audit;
  }
  const undo: AuditUndo = { featureId, step, difference };
  return { ...audit, undo: target === null ? undo : { ...undo, target } };
}
