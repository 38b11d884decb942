import type { Audit, AuditUndo, HistoryAudit } from "../../core/model/audit.ts";
import type { Change } from "../../core/model/change.ts";
import type { StorageReads } from "../storage.ts";

/** Small enough that the audits of a page fit into memory, and into one commit. */
const auditsPerPage = 500;

/**
 * The audits of an environment as the changes that record them, in pages, oldest first. The first
 * change makes the sequences begin where the stored ones begin.
 */
export async function* auditChanges(
  reads: StorageReads,
  environmentId: number,
  newest: number,
): AsyncGenerator<readonly Change[], void> {
  const [oldest] = await reads.audits({
    ...{ environmentId, keys: null, latestMax: null, offset: 0, limit: 1 },
    isOldestFirst: true,
  });
  const first = oldest?.sequence ?? newest + 1;
  if (first > 1) {
    const { environments } = await reads.chainEnds();
    const hash = environments.find(({ environment }) => environment === environmentId)?.removed
      .hash;
    yield [{ kind: "audits.removed", environmentId, through: first - 1, hash: hash ?? undefined }];
  }
  for (let from = first; from <= newest; from += auditsPerPage) {
    const through = Math.min(newest, from + auditsPerPage - 1);
    const page = await historyBetween(reads, environmentId, from, through);
    const hashes = await hashesBetween(reads, environmentId, from, through);
    yield page.map((audit): Change => {
      const hash = hashes.get(audit.sequence) ?? undefined;
      return { kind: "audit.recorded", audit: { ...auditOf(audit), hash } };
    });
  }
}

async function hashesBetween(
  reads: StorageReads,
  environmentId: number,
  from: number,
  through: number,
): Promise<ReadonlyMap<number, string | null>> {
  const limit = through - from + 1;
  const audits = await reads.chainedAudits({ environmentId, after: from - 1, limit });
  return new Map(audits.map(({ sequence, hash }) => [sequence, hash]));
}

/** The audits of a range of sequences, oldest first. */
export async function historyBetween(
  reads: StorageReads,
  environmentId: number,
  from: number,
  through: number,
): Promise<readonly HistoryAudit[]> {
  const audits: HistoryAudit[] = [];
  let before: number | null = through + 1;
  while (before !== null && audits.length < through - from + 1) {
    const page = await reads.history({
      ...{ environmentId, keys: null, actions: null, actor: null, from: null, to: null },
      ...{ before, after: from - 1, limit: auditsPerPage, withLarge: true, withExpressions: true },
    });
    audits.push(...page.audits);
    before = page.next;
  }
  return audits.reverse();
}

function auditOf(recorded: HistoryAudit): Audit {
  const { sequence, featureId, step, difference, target, reason, ...shared } = recorded;
  const audit = reason === null || sequence !== step ? shared : { ...shared, reason };
  if (featureId === null || difference === null || difference === "large") {
    return audit;
  }
  const undo: AuditUndo = { featureId, step, difference };
  return { ...audit, undo: target === null ? undo : { ...undo, target } };
}
