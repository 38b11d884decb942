import type { HistoryAudit } from "../../core/model/audit.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { HistoryPage } from "../../storage/storage.ts";
import type { Writer } from "../writer/writer.ts";
import { type AuditMatch, auditsWith } from "./audit-text.ts";
import { type HistoryReads, ReadBudget, textPiecesMax } from "./history-reads.ts";
import { eventsMaxOf, firstShown } from "./history-service.ts";
import type { HistoryFilter } from "./history-types.ts";
import { type UndoEffect, undoEffectOf } from "./undo-effect.ts";

/**
 * All audits of one command in an environment; only of one feature, if the list is for one feature.
 */
export interface HistoryStep {
  readonly newest: HistoryAudit;
  readonly oldest: HistoryAudit;
  readonly count: number;
  /** What the undo of one feature did; null for other steps, and if it is unknown. */
  readonly undone: UndoEffect | null;
}

export interface HistoryStepList {
  /** Latest first. */
  readonly steps: readonly HistoryStep[];
  /** The cursor of the next page; null at the end. */
  readonly next: number | null;
  /** How many of the latest audits the plan shows; null for all. */
  readonly eventsMax: number | null;
}

export type StepFilter = Omit<HistoryFilter, "keys"> & { readonly key: string | null };

export interface StepSearch extends Omit<StepFilter, "text"> {
  /** Null for all audits. */
  readonly matches: AuditMatch | null;
  /** See `HistoryQuery`. */
  readonly withExpressions?: boolean;
}

interface Bounds {
  readonly environmentId: number;
  readonly after: number;
  readonly newest: number;
}

/**
 * Pages of steps. A step's sequences have no gap, nor do its sequences of one feature. So a page
 * skips a step of any size: it reads its latest audit, and finds its oldest by binary search.
 */
export class HistorySteps {
  readonly #reads: HistoryReads;
  readonly #writer: Writer;

  constructor(reads: HistoryReads, writer: Writer) {
    this.#reads = reads;
    this.#writer = writer;
  }

  /** A page of at most `limit` steps with a matching audit. Rejects with `unavailable`. */
  async list(caller: Caller, { text, ...filter }: StepFilter): Promise<HistoryStepList> {
    const { environment } = caller;
    const bounds = this.#boundsOf(environment);
    const matches = text === null ? null : auditsWith(this.#writer.state, text);
    const budget = new ReadBudget(matches === null ? filter.limit + 1 : textPiecesMax);
    const { found, next } = await this.find(environment, { ...filter, matches }, budget);
    const isPart = filter.actions !== null || matches !== null;
    const steps: HistoryStep[] = [];
    for (const audit of found) {
      steps.push(await this.#wholeStep(bounds, audit, filter.key, isPart));
    }
    return { steps, next, eventsMax: this.#eventsMax(caller) };
  }

  /**
   * The latest matching audit of each of at most `limit` steps, and where the search continues: null
   * at the end. Finds fewer if the budget is spent. Rejects with `unavailable`.
   */
  async find(
    environment: Environment,
    { key, before, matches, limit, ...filter }: StepSearch,
    budget: ReadBudget,
  ): Promise<{ readonly found: readonly HistoryAudit[]; readonly next: number | null }> {
    const { after, environmentId, newest } = this.#boundsOf(environment);
    const selection = { ...filter, environmentId, keys: key === null ? null : [key], after, limit };
    const found: HistoryAudit[] = [];
    let next: number | null = Math.min(before ?? newest + 1, newest + 1);
    // A piece may match nothing: then the next piece follows.
    while (next !== null && found.length < limit && !budget.isSpent) {
      const page: HistoryPage = await this.#reads.matchingPage(
        { ...selection, before: next },
        matches,
        budget,
      );
      next = nextAfter(found, page, limit, after);
    }
    return { found, next };
  }

  /** The whole step of a found audit; undefined if it was removed. Rejects with `unavailable`. */
  async whole(
    environment: Environment,
    { sequence }: Pick<HistoryAudit, "sequence">,
    { key, actions, matches }: Pick<StepSearch, "key" | "actions" | "matches">,
  ): Promise<HistoryStep | undefined> {
    const audit = await this.#at(environment.id, sequence);
    if (audit === undefined) {
      return undefined;
    }
    const isPart = actions !== null || matches !== null;
    return this.#wholeStep(this.#boundsOf(environment), audit, key, isPart);
  }

  /**
   * A page of the audits of a step, latest first; `sequence` is the step's latest audit. Rejects
   * with `audit_not_found` and `unavailable`.
   */
  async audits(
    caller: Caller,
    sequence: number,
    { key, before, limit }: Pick<StepFilter, "key" | "before" | "limit">,
  ): Promise<HistoryPage> {
    const { environmentId, after } = this.#boundsOf(caller.environment);
    const { step } = await this.#reads.audit(environmentId, sequence);
    return this.#reads.page({
      environmentId,
      keys: key === null ? null : [key],
      before: Math.min(before ?? sequence + 1, sequence + 1),
      after: Math.max(after, step - 1),
      limit,
    });
  }

  async #wholeStep(bounds: Bounds, found: HistoryAudit, key: string | null, isPart: boolean) {
    const { step } = found;
    const belongs = async (sequence: number) => {
      const audit = await this.#at(bounds.environmentId, sequence);
      const isOfStep = audit?.step === step && (key === null || audit.featureKey === key);
      return isOfStep ? audit : undefined;
    };
    const newest = isPart ? await lastThat(belongs, found, bounds.newest) : found;
    const oldest = await firstThat(belongs, newest, Math.max(step, bounds.after + 1));
    const undone = newest === oldest ? await this.#undoneBy(bounds, newest) : null;
    return { newest, oldest, count: newest.sequence - oldest.sequence + 1, undone };
  }

  /** Keeps only the sums of a large difference. */
  async #undoneBy({ environmentId }: Bounds, audit: HistoryAudit): Promise<UndoEffect | null> {
    if (audit.action !== "rollback") {
      return null;
    }
    const { difference } =
      audit.difference === "large"
        ? await this.#reads.audit(environmentId, audit.sequence, false)
        : audit;
    return difference === null || difference === "large" ? null : undoEffectOf(difference);
  }

  async #at(environmentId: number, sequence: number): Promise<HistoryAudit | undefined> {
    const position = { before: sequence + 1, after: sequence - 1, limit: 1 };
    const { audits } = await this.#reads.page({ environmentId, ...position });
    return audits[0];
  }

  #boundsOf({ id, projectId }: Environment): Bounds {
    const { state } = this.#writer;
    const newest = state.auditSequences.get(id) ?? 0;
    return { environmentId: id, after: firstShown(state, projectId, newest) - 1, newest };
  }

  #eventsMax({ environment }: Caller): number | null {
    return eventsMaxOf(this.#writer.state, environment.projectId);
  }
}

/** Adds the latest audit of each new step to `found`; returns where the next piece begins. */
function nextAfter(
  found: HistoryAudit[],
  { audits, next }: HistoryPage,
  limit: number,
  after: number,
): number | null {
  for (const audit of audits) {
    if (found.at(-1)?.step !== audit.step) {
      if (found.length === limit) {
        break;
      }
      found.push(audit);
    }
  }
  const last = found.at(-1);
  const isEnd = next === null && (audits.length === 0 || audits.at(-1)?.step === last?.step);
  if (isEnd) {
    return null;
  }
  const before = Math.min(next ?? Number.POSITIVE_INFINITY, last?.step ?? Number.POSITIVE_INFINITY);
  const from = found.length === limit && last !== undefined ? last.step : before;
  return from <= after + 1 ? null : from;
}

type Lookup = (sequence: number) => Promise<HistoryAudit | undefined>;

/** The oldest audit of the step, from `lowest` up to an audit known to belong to it. */
async function firstThat(
  belongs: Lookup,
  known: HistoryAudit,
  lowest: number,
): Promise<HistoryAudit> {
  let first = known;
  let missing = lowest - 1;
  let probe = lowest;
  while (missing + 1 < first.sequence) {
    const audit = await belongs(probe);
    if (audit === undefined) {
      missing = probe;
    } else {
      first = audit;
    }
    probe = Math.floor((missing + first.sequence) / 2);
  }
  return first;
}

/** The latest audit of the step, from an audit known to belong to it up to `highest`. */
async function lastThat(
  belongs: Lookup,
  known: HistoryAudit,
  highest: number,
): Promise<HistoryAudit> {
  let last = known;
  let missing = highest + 1;
  // In growing strides: a step is short compared with all audits after it.
  let stride = 1;
  while (last.sequence + 1 < missing) {
    const half = Math.floor((last.sequence + missing) / 2);
    const probe = Math.min(last.sequence + stride, half);
    const audit = await belongs(probe);
    if (audit === undefined) {
      missing = probe;
    } else {
      last = audit;
      stride *= 2;
    }
  }
  return last;
}
