import { GatehouseError } from "../../core/errors.ts";
import type { HistoryAudit } from "../../core/model/audit.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { HistoryReads } from "./history-reads.ts";
import type { HistoryTarget } from "./history-types.ts";

/** Bounds the time of a rollback to an early moment; other features can be rolled back one by one. */
const takenBackMax = 1_000_000;
/** A selection of more features reads the audits of all. */
const indexedKeysMax = 100;

/** Which audits are undone, from the latest one down. */
export interface Way {
  /** The sequence before the first audit to undo. */
  readonly after: number;
  readonly isUndone: (audit: HistoryAudit) => boolean;
  /** Whether features without undone audits stay unchanged. */
  readonly onlyUndone: boolean;
}

/** The audits of one feature to undo. */
export interface TouchedFeature {
  readonly key: string;
  readonly auditCount: number;
  /** How many of their differences are large. */
  readonly largeCount: number;
}

interface Bounds extends Way {
  /** The time from which audits stay; null for none. */
  readonly until: number | null;
  readonly keys: readonly string[] | null;
}

/** Finds what a rollback undoes. It stores no differences, which can take much memory. */
export class RollbackSteps {
  readonly #reads: HistoryReads;
  readonly #environmentId: number;
  readonly #newest: number;

  constructor(reads: HistoryReads, { id }: Environment, newest: number) {
    this.#reads = reads;
    this.#environmentId = id;
    this.#newest = newest;
  }

  /** Rejects with `audit_not_found`, and with `undo_impossible` for too many audits. */
  async to(
    target: HistoryTarget,
  ): Promise<{ readonly way: Way; readonly touched: readonly TouchedFeature[] }> {
    const bounds = await this.#boundsOf(target);
    const { after, until, keys, isUndone, onlyUndone } = bounds;
    if (keys === null && until === null && this.#newest - after > takenBackMax) {
      throw tooMany();
    }
    const counts = new Map<string, FeatureCounts>();
    let count = 0;
    let end = after;
    for await (const audit of this.#auditsIn(bounds)) {
      if (until !== null && audit.createdAt <= until) {
        end = audit.sequence;
        break;
      }
      count++;
      if (count > takenBackMax) {
        throw tooMany();
      }
      countOf(counts, audit.featureKey).add(audit, isUndone(audit));
    }
    const touched = Array.from(counts, ([key, counted]) => ({ key, ...counted })).filter(
      ({ undoneCount }) => !onlyUndone || undoneCount > 0,
    );
    return { way: { after: end, isUndone, onlyUndone }, touched };
  }

  async *#auditsIn({ after, keys, until }: Bounds): AsyncGenerator<HistoryAudit, void> {
    const wanted = keys === null ? null : new Set(keys);
    const isIndexed = keys !== null && keys.length <= indexedKeysMax;
    const audits = this.#reads.each({
      environmentId: this.#environmentId,
      keys: isIndexed ? keys : null,
      before: this.#newest + 1,
      after,
    });
    for await (const audit of audits) {
      const isEnd = until !== null && audit.createdAt <= until;
      if (isEnd || (wanted?.has(audit.featureKey) ?? true)) {
        yield audit;
      }
    }
  }

  async #boundsOf(target: HistoryTarget): Promise<Bounds> {
    const nothingUndone = { isUndone: () => false, onlyUndone: false };
    if (target.kind === "at") {
      const { time: until, keys } = target;
      await this.#requireKept(until);
      return { ...nothingUndone, after: 0, until, keys };
    }
    const { sequence } = target;
    const { step, featureKey } = await this.#reads.audit(this.#environmentId, sequence);
    if (target.kind === "after") {
      return { ...nothingUndone, after: sequence, until: null, keys: target.keys };
    }
    const isUndone = (each: HistoryAudit) => each.step === step;
    const way = { isUndone, onlyUndone: true, until: null };
    return target.scope === "record"
      ? { ...way, after: sequence - 1, keys: [featureKey] }
      : { ...way, after: step - 1, keys: null };
  }

  /** Throws if audits after a time may have been removed. */
  async #requireKept(time: number): Promise<void> {
    const oldest = await this.#reads.oldest(this.#environmentId);
    const isKept = oldest === undefined ? this.#newest === 0 : oldest.sequence === 1;
    if (!isKept && (oldest === undefined || oldest.createdAt > time)) {
      throw new GatehouseError("undo_impossible", {
        message: "The audits of that time were removed",
      });
    }
  }
}

class FeatureCounts {
  auditCount = 0;
  undoneCount = 0;
  largeCount = 0;

  add({ difference }: HistoryAudit, isUndone: boolean): void {
    this.auditCount++;
    this.undoneCount += isUndone ? 1 : 0;
    this.largeCount += difference === "large" ? 1 : 0;
  }
}

function countOf(counts: Map<string, FeatureCounts>, key: string): FeatureCounts {
  const count = counts.get(key) ?? new FeatureCounts();
  counts.set(key, count);
  return count;
}

function tooMany(): GatehouseError {
  return new GatehouseError("undo_impossible", {
    message: `More than ${takenBackMax} changes would be undone`,
  });
}
