import {
  type Audit,
  expressionAction,
  type HistoryAudit,
  type RecordedAudit,
} from "../../core/model/audit.ts";
import {
  type AuditQuery,
  type HistoryPage,
  type HistoryQuery,
  historyScanMax,
} from "../storage.ts";

/** At most twice this number is stored; then the older half is removed. */
const keptMin = 50_000;

interface KeptAudit extends Audit {
  readonly sequence: number;
}

/** The latest audits of one environment, oldest first. */
export class AuditHistory {
  #audits: KeptAudit[] = [];
  #latestSequence = 0;

  add(audit: Audit): void {
    this.#latestSequence++;
    this.#audits.push({ ...audit, sequence: this.#latestSequence });
    if (this.#audits.length > 2 * keptMin) {
      this.#audits = this.#audits.slice(-keptMin);
    }
  }

  removeThrough(through: number): void {
    this.#audits = this.#audits.filter(({ sequence }) => sequence > through);
    this.#latestSequence = Math.max(this.#latestSequence, through);
  }

  page({ keys, latestMax, offset, limit, isOldestFirst }: AuditQuery): readonly RecordedAudit[] {
    if (isOldestFirst === true) {
      return this.#audits.slice(0, limit).map(recordedAudit);
    }
    const after = latestMax === null ? 0 : this.#latestSequence - latestMax;
    return this.#audits
      .filter(({ sequence, featureKey }) => {
        return sequence > after && (keys === null || keys.includes(featureKey));
      })
      .reverse()
      .slice(offset, offset + limit)
      .map(recordedAudit);
  }

  history(query: HistoryQuery): HistoryPage {
    const audits: HistoryAudit[] = [];
    let index = this.#indexBefore(query.before);
    for (let scanned = 0; ; scanned++, index--) {
      const audit = this.#audits[index];
      if (audit === undefined || audit.sequence <= query.after) {
        return { audits, next: null };
      }
      if (scanned === historyScanMax || audits.length >= query.limit) {
        return { audits, next: audit.sequence + 1 };
      }
      if (matches(audit, query)) {
        audits.push({ ...historyAudit(audit, query), reason: this.#reasonOf(audit) });
      }
    }
  }

  latestTimes(keys: readonly string[]): ReadonlyMap<string, number> {
    const wanted = new Set(keys);
    const times = new Map<string, number>();
    for (const { featureKey, createdAt } of this.#audits) {
      if (wanted.has(featureKey)) {
        times.set(featureKey, createdAt);
      }
    }
    return times;
  }

  /** The first audit of the step has the reason. */
  #reasonOf({ sequence, undo }: KeptAudit): string | null {
    const step = undo?.step ?? sequence;
    const first = this.#audits[this.#indexBefore(step + 1)];
    return first?.sequence === step ? (first.reason ?? null) : null;
  }

  /** The index of the latest audit below a sequence; sequences are contiguous. */
  #indexBefore(before: number): number {
    const first = this.#audits[0]?.sequence ?? 0;
    return Math.min(before - first, this.#audits.length) - 1;
  }
}

function matches(audit: Audit, { keys, actions, actor, from, to }: HistoryQuery): boolean {
  return (
    (keys === null || keys.includes(audit.featureKey)) &&
    (actions === null || actions.includes(audit.action)) &&
    (actor === null || (actor.type === audit.actor.type && actor.id === audit.actor.id)) &&
    (from === null || audit.createdAt >= from) &&
    (to === null || audit.createdAt < to)
  );
}

function recordedAudit({
  undo: _,
  reason: _reason,
  hash: _hash,
  ...audit
}: KeptAudit): RecordedAudit {
  return audit;
}

function historyAudit(
  { undo, reason: _, hash: _hash, ...audit }: KeptAudit,
  query: HistoryQuery,
): Omit<HistoryAudit, "reason"> {
  const isHidden = audit.action === expressionAction && !query.withExpressions;
  return {
    ...audit,
    value: isHidden ? null : audit.value,
    featureId: undo?.featureId ?? null,
    step: undo?.step ?? audit.sequence,
    difference: undo?.difference ?? null,
    target: undo?.target ?? null,
  };
}
