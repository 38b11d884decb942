import type { HistoryAudit } from "../../core/model/audit.ts";
import { yieldToEventLoop } from "../../core/scheduling/event-loop-slice.ts";
import type { AuditMatch } from "./audit-text.ts";
import type { HistoryReads, HistorySelection } from "./history-reads.ts";

/** Audits after a sequence, oldest first. */
export interface FollowedHistory {
  readonly audits: readonly HistoryAudit[];
  /** The sequence up to which all matching audits are included: the next request continues there. */
  readonly next: number;
}

interface FollowBounds {
  /** Only sequences above this one. */
  readonly after: number;
  /** The last sequence that is read. */
  readonly last: number;
  readonly limit: number;
  /** Null for all audits. */
  readonly matches: AuditMatch | null;
}

/** This many audits are read at once; all that match fit into one answer of the storage. */
const windowLength = 250;
const windowsMax = 40;

/**
 * Reads audits in ascending order, for readers that follow a history: nothing is left out or
 * repeated between two calls. A call reads at most 10,000 sequences, so it may find nothing and
 * still advance.
 */
export async function followHistory(
  reads: HistoryReads,
  selection: Omit<HistorySelection, "before" | "after" | "limit">,
  { after, last, limit, matches }: FollowBounds,
): Promise<FollowedHistory> {
  const oldest = await reads.oldest(selection.environmentId);
  const removedThrough = (oldest?.sequence ?? last + 1) - 1;
  const audits: HistoryAudit[] = [];
  let seen = Math.min(last, Math.max(after, removedThrough));
  for (let count = 0; count < windowsMax && seen < last && audits.length < limit; count++) {
    const end = Math.min(last, seen + windowLength);
    const bounds = { after: seen, before: end + 1, limit: windowLength };
    const page = await reads.page({ ...selection, ...bounds });
    const found = page.audits.filter((audit) => matches?.(audit) ?? true).reverse();
    const room = limit - audits.length;
    audits.push(...found.slice(0, room));
    seen = found.length > room ? (audits.at(-1)?.sequence ?? end) : end;
    await yieldToEventLoop();
  }
  return { audits, next: seen };
}
