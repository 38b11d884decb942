import { GatehouseError } from "../../core/errors.ts";
import type { HistoryAudit, RecordedAudit } from "../../core/model/audit.ts";
import type { GateDifference } from "../../core/model/gate-difference.ts";
import { yieldToEventLoop } from "../../core/scheduling/event-loop-slice.ts";
import {
  type HistoryPage,
  type HistoryQuery,
  type Storage,
  StorageError,
} from "../../storage/storage.ts";
import { startedAfterYield } from "./audit-pages.ts";

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

/** Reads of audits for services: failures are refusals, and long reads yield to other work. */
export class HistoryReads {
  readonly #storage: Storage;
  readonly #onFault: (error: unknown) => void;

  constructor(storage: Storage, onFault: (error: unknown) => void) {
    this.#storage = storage;
    this.#onFault = onFault;
  }

  /** Rejects with `unavailable` if the storage cannot be read. */
  page(selection: HistorySelection): Promise<HistoryPage> {
    return startedAfterYield(() =>
      this.#read((storage) => storage.history({ ...everything, ...selection })),
    );
  }

  newestTimes(
    environmentId: number,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    return this.#read((storage) => storage.newestAuditTimes({ environmentId, keys }));
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
    const all = { environmentId, keys: null, newestMax: null, offset: 0 };
    const audits = await this.#read((storage) =>
      storage.audits({ ...all, limit: 1, isOldestFirst: true }),
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

  async #read<Result>(work: (storage: Storage) => Promise<Result>): Promise<Result> {
    try {
      return await work(this.#storage);
    } catch (error) {
      if (!(error instanceof StorageError)) {
        throw error;
      }
      this.#onFault(error);
      throw new GatehouseError("unavailable", { cause: error });
    }
  }
}
