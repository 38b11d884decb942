import { GatehouseError } from "../../core/errors.ts";
import type { HistoryAudit, RecordedAudit } from "../../core/model/audit.ts";
import type { GateDifference } from "../../core/model/gate-difference.ts";
import { EventLoopSlice, yieldToEventLoop } from "../../core/scheduling/event-loop-slice.ts";
import {
  type HistoryPage,
  type HistoryQuery,
  StorageError,
  type StorageReads,
} from "../../storage/storage.ts";
import { startedAfterYield } from "./audit-pages.ts";
import type { AuditMatch } from "./audit-text.ts";

/** The selection of a read; everything else is not filtered. */
export type HistorySelection = Pick<HistoryQuery, "environmentId" | "before"> &
  Partial<HistoryQuery>;

const everything = {
  keys: null,
  actions: null,
  actor: null,
  from: null,
  to: null,
  after: 0,
  limit: 500,
  withLarge: false,
  withExpressions: true,
} as const;

/** How many audits are searched at once for a text. */
const textPieceMax = 250;
export const textPiecesMax = 20;

/** How many pieces of a history one request may read. */
export class ReadBudget {
  #pieces: number;

  constructor(pieces: number) {
    this.#pieces = pieces;
  }

  get isSpent(): boolean {
    return this.#pieces === 0;
  }

  takePiece(): boolean {
    if (this.isSpent) {
      return false;
    }
    this.#pieces--;
    return true;
  }
}

/** Reads of audits for services: failures are refusals, and long reads yield to other work. */
export class HistoryReads {
  readonly #reads: StorageReads;
  readonly #onFault: (error: unknown) => void;

  constructor(reads: StorageReads, onFault: (error: unknown) => void) {
    this.#reads = reads;
    this.#onFault = onFault;
  }

  /** Rejects with `unavailable` if the storage cannot be read. */
  page(selection: HistorySelection): Promise<HistoryPage> {
    return startedAfterYield(() =>
      this.#read((reads) => reads.history({ ...everything, ...selection })),
    );
  }

  /**
   * As `page`, with the audits that match; null for all. Reads within the budget: a page may be empty
   * and still have a next one.
   */
  async matchingPage(
    selection: HistorySelection & Pick<HistoryQuery, "limit">,
    matches: AuditMatch | null,
    budget: ReadBudget,
  ): Promise<HistoryPage> {
    if (matches === null && budget.takePiece()) {
      return this.page(selection);
    }
    const audits: HistoryAudit[] = [];
    const slice = new EventLoopSlice();
    let before: number | null = selection.before;
    while (before !== null && budget.takePiece()) {
      const piece: HistoryPage = await this.page({ ...selection, before, limit: textPieceMax });
      for (const audit of piece.audits) {
        if (matches?.(audit) === true) {
          audits.push(audit);
        }
        if (audits.length === selection.limit) {
          const isEnd = audit.sequence <= (selection.after ?? 0) + 1;
          return { audits, next: isEnd ? null : audit.sequence };
        }
        if (slice.isOver) {
          await slice.startNext();
        }
      }
      before = piece.next;
    }
    return { audits, next: before };
  }

  latestTimes(
    environmentId: number,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    return this.#read((reads) => reads.latestAuditTimes({ environmentId, keys }));
  }

  /**
   * All audits of a selection, latest first; yields to the event loop after each piece. Values that
   * are expressions are null.
   */
  async *each(selection: HistorySelection): AsyncGenerator<HistoryAudit, void> {
    let before: number | null = selection.before;
    while (before !== null) {
      const page: HistoryPage = await this.page({
        ...selection,
        before,
        withExpressions: false,
      });
      yield* page.audits;
      before = page.next;
      await yieldToEventLoop();
    }
  }

  /** One audit, also with a large difference. Rejects with `audit_not_found`. */
  async audit(
    environmentId: number,
    sequence: number,
    withExpressions = true,
  ): Promise<HistoryAudit> {
    const { audits } = await this.page({
      environmentId,
      before: sequence + 1,
      after: sequence - 1,
      withLarge: true,
      withExpressions,
    });
    const [audit] = audits;
    if (audit === undefined) {
      throw new GatehouseError("audit_not_found");
    }
    // Reading a large difference takes some milliseconds.
    await yieldToEventLoop();
    return audit;
  }

  /** The oldest audit that was not removed. */
  async oldest(environmentId: number): Promise<RecordedAudit | undefined> {
    const all = { environmentId, keys: null, latestMax: null, offset: 0 };
    const audits = await this.#read((reads) =>
      reads.audits({ ...all, limit: 1, isOldestFirst: true }),
    );
    return audits[0];
  }

  /**
   * The fields and gates of a feature at its removal, from an environment's audits; otherwise null.
   */
  async removalOf(
    environmentId: number,
    key: string,
    featureId: number,
    before: number,
  ): Promise<GateDifference | null> {
    const found = this.each({
      environmentId,
      keys: [key],
      actions: ["remove", "rollback"],
      before,
      limit: 20,
      withLarge: true,
    });
    for await (const { featureId: id, difference } of found) {
      const isRemoval = difference !== "large" && difference?.kind === "removed";
      if (id === featureId && isRemoval) {
        return difference;
      }
      if (id !== null && id < featureId) {
        break;
      }
    }
    return null;
  }

  async #read<Result>(work: (reads: StorageReads) => Promise<Result>): Promise<Result> {
    try {
      return await work(this.#reads);
    } catch (error) {
      if (!(error instanceof StorageError)) {
        throw error;
      }
      this.#onFault(error);
      throw new GatehouseError("unavailable", { cause: error });
    }
  }
}
