import { GatehouseError } from "../../errors.ts";
import { type CommitTally, emptyCommitTally } from "../messages/commit-tally.ts";
import type { RefusedSubmission, UnpackedSubmission } from "../messages/messages.ts";
import { CommitBatch, type CommitBatchOptions } from "./commit-batch.ts";
import type { KeyIds } from "./store/key-ids.ts";
import { wordsPerId } from "./store/request-id-words.ts";
import { isLocked } from "./store/sqlite-failures.ts";

/** Bounds, with the limits of a batch, how long a transaction takes, and its memory. */
const submissionsPerCommitMax = 256;

export interface CommitResult {
  /** Ids of submissions that are counted, by this commit or an earlier one. */
  readonly accepted: readonly number[];
  readonly refused: readonly RefusedSubmission[];
  readonly tally: CommitTally;
  /** The error of a database that did not commit; then `accepted` is empty. */
  readonly failure?: unknown;
}

export interface BatchCommitterOptions extends CommitBatchOptions {
  readonly keyIds: KeyIds;
  /** Throws if the database's files were moved or removed: a commit would then be lost. */
  readonly checkFiles: () => void;
  /** Sets whether work waits for another program's lock on the database, or fails at once. */
  readonly setPatience: (isPatient: boolean) => void;
}

/** Counts many submissions in one transaction. */
export class BatchCommitter {
  readonly #options: BatchCommitterOptions;
  #lastTaken = 0;

  constructor(options: BatchCommitterOptions) {
    this.#options = options;
  }

  /** Removes submissions from the front of the queue, counts them and returns their outcomes. */
  commit(queue: UnpackedSubmission[], nowMs: number): CommitResult {
    const started = performance.now();
    const batch = this.#takeBatch(queue, nowMs);
    const { accepted, refused } = batch;
    try {
      const droppedUnknownKey = this.#store(batch, nowMs);
      const { tally } = batch;
      const metrics = tally.metrics - droppedUnknownKey;
      const commits = batch.newIds.length > 0 ? 1 : 0;
      const commitMs = performance.now() - started;
      return {
        accepted,
        refused,
        tally: { ...tally, metrics, droppedUnknownKey, commits, commitMs },
      };
    } catch (failure) {
      this.#options.keyIds.clearCache();
      const unstored = [...accepted, ...this.#refusedByLock(queue, failure)];
      const { refusal, message } = new GatehouseError("unavailable");
      return {
        accepted: [],
        refused: [...refused, ...unstored.map((id) => ({ id, refusal, message }))],
        tally: emptyCommitTally,
        failure,
      };
    }
  }

  /** Runs a write; if it is kept, commits wait for locks again. */
  probe(write: () => void): void {
    this.#options.checkFiles();
    write();
    this.#options.setPatience(true);
  }

  /**
   * After a failed commit: if another program has locked the database, all that waits is refused,
   * and later work fails at once until a commit succeeds. Otherwise each batch would wait for the
   * lock again, and the last submission would be answered after minutes.
   */
  #refusedByLock(queue: UnpackedSubmission[], failure: unknown): readonly number[] {
    if (!isLocked(failure)) {
      return [];
    }
    this.#options.setPatience(false);
    return queue.splice(0).map(({ id }) => id);
  }

  #takeBatch(queue: UnpackedSubmission[], nowMs: number): CommitBatch {
    const takenMax = this.#takenMax(queue.length);
    const broken = new Map<UnpackedSubmission, unknown>();
    for (;;) {
      const batch = new CommitBatch(this.#options, nowMs, broken);
      const brokenBefore = broken.size;
      const taken = batch.fill(queue.slice(0, takenMax));
      // A submission that failed with an error may be counted in part, so the batch is made again
      // without it.
      if (broken.size === brokenBefore) {
        queue.splice(0, taken);
        this.#lastTaken = taken;
        return batch;
      }
    }
  }

  /**
   * Half of the submissions that wait and of those in the last batch together: clients that were
   * just answered send their next ones. One half is committed while the other half arrives. If a
   * commit took all, the clients and this thread would wait for each other in turn.
   */
  #takenMax(waitingCount: number): number {
    const half = Math.ceil((waitingCount + this.#lastTaken) / 2);
    return Math.min(half, waitingCount, submissionsPerCommitMax);
  }

  /** Returns how many metrics were dropped because of unknown keys. */
  #store({ counts, newIds }: CommitBatch, nowMs: number): number {
    if (newIds.length === 0) {
      return 0;
    }
    const ids = new Uint32Array(newIds.length * wordsPerId);
    for (const [index, words] of newIds.entries()) {
      ids.set(words, index * wordsPerId);
    }
    this.#options.checkFiles();
    const droppedUnknownKey = this.#options.journal.append(counts, ids, nowMs);
    this.#options.setPatience(true);
    return droppedUnknownKey;
  }
}
