import { GatehouseError } from "../../core/errors.ts";
import { type CommitTally, emptyCommitTally } from "../messages/commit-tally.ts";
import type { RefusedSubmission } from "../messages/messages.ts";
import type { UnpackedSubmission } from "../messages/received-submission.ts";
import { CommitBatch, type CommitBatchOptions } from "./commit-batch.ts";
import type { CountedGroup, RelayProgress, SubmissionId } from "./port/telemetry-store.ts";

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

/** Counts many submissions in one transaction. */
export class BatchCommitter {
  readonly #options: CommitBatchOptions;
  #lastTaken = 0;

  constructor(options: CommitBatchOptions) {
    this.#options = options;
  }

  /** Removes submissions from the front of the queue, counts them and returns their outcomes. */
  async commit(queue: UnpackedSubmission[], nowMs: number): Promise<CommitResult> {
    const started = performance.now();
    const { batch, taken } = this.#takeBatch(queue, nowMs);
    try {
      const stored = await this.#store(batch, taken, nowMs, undefined);
      const { accepted, refused, tally, ids } = stored.batch;
      const { droppedUnknownKey } = stored;
      const metrics = tally.metrics - droppedUnknownKey;
      const commits = ids.length > 0 ? 1 : 0;
      const commitMs = performance.now() - started;
      return {
        accepted,
        refused,
        tally: { ...tally, metrics, droppedUnknownKey, commits, commitMs },
      };
    } catch (failure) {
      const { accepted, refused } = batch;
      const unstored = [...accepted, ...this.#refusedWith(queue, failure)];
      const { refusal, message } = new GatehouseError("unavailable");
      return {
        accepted: [],
        refused: [...refused, ...unstored.map((id) => ({ id, refusal, message }))],
        tally: emptyCommitTally,
        failure,
      };
    }
  }

  /**
   * Counts the uncounted submissions of a replica's spool; their ids are their sequences. Submissions
   * that cannot be counted are never counted. Resolves with the latest sequence; rejects if a commit
   * failed.
   */
  async relay(
    spool: string,
    submissions: readonly UnpackedSubmission[],
    nowMs: number,
    onCounted: (tally: CommitTally) => void,
  ): Promise<number> {
    let after = await this.#options.store.relayedThrough(spool);
    let rest = submissions.filter(({ id }) => id > after);
    while (rest.length > 0) {
      const waiting = rest.slice(0, submissionsPerCommitMax);
      const { batch, handled } = this.#batchOf(waiting, nowMs, []);
      const taken = rest.slice(0, handled);
      const through = taken.at(-1)?.id ?? after;
      const stored = await this.#store(batch, taken, nowMs, { spool, after, through });
      const { tally } = stored.batch;
      const { droppedUnknownKey } = stored;
      onCounted({ ...tally, metrics: tally.metrics - droppedUnknownKey, droppedUnknownKey });
      after = through;
      rest = rest.slice(handled);
    }
    return after;
  }

  /**
   * After a failed commit: if the store is unreachable, all waiting submissions are refused,
   * because each batch would take long to fail too.
   */
  #refusedWith(queue: UnpackedSubmission[], failure: unknown): readonly number[] {
    return this.#options.store.failureKind(failure) === "unreachable"
      ? queue.splice(0).map(({ id }) => id)
      : [];
  }

  #takeBatch(queue: UnpackedSubmission[], nowMs: number) {
    const waiting = queue.slice(0, this.#takenMax(queue.length));
    const { batch, handled } = this.#batchOf(waiting, nowMs, []);
    const taken = queue.splice(0, handled);
    this.#lastTaken = handled;
    return { batch, taken };
  }

  #batchOf(
    submissions: readonly UnpackedSubmission[],
    nowMs: number,
    counted: readonly SubmissionId[],
  ) {
    const broken = new Map<UnpackedSubmission, unknown>();
    for (;;) {
      const batch = new CommitBatch(this.#options, { nowMs, broken, counted });
      const brokenBefore = broken.size;
      const handled = batch.fill(submissions);
      // A submission that failed with an error may be counted in part, so the batch is built again
      // without it.
      if (broken.size === brokenBefore) {
        return { batch, handled };
      }
    }
  }

  /**
   * Half of all submissions that wait or were in the last batch: clients that were just answered
   * send their next ones. One half is committed while the other half arrives. If a commit took all,
   * the clients and this thread would wait for each other in turn. A store that commits several
   * batches at once gets all. Submissions that arrive during a commit go into the next one, and
   * each further commit takes time from the others.
   */
  #takenMax(waitingCount: number): number {
    if (this.#options.store.commitsAtOnce > 1) {
      return Math.min(waitingCount, submissionsPerCommitMax);
    }
    const half = Math.ceil((waitingCount + this.#lastTaken) / 2);
    return Math.min(half, waitingCount, submissionsPerCommitMax);
  }

  /**
   * Stores a batch of the submissions in `taken`. If some were counted before, the batch is built
   * again without them: only the store knows which ones other processes have counted.
   */
  async #store(
    first: CommitBatch,
    taken: readonly UnpackedSubmission[],
    nowMs: number,
    relay: RelayProgress | undefined,
  ) {
    const counted: SubmissionId[] = [];
    for (let batch = first; ; batch = this.#batchOf(taken, nowMs, counted).batch) {
      if (batch.ids.length === 0 && relay === undefined) {
        return { batch, droppedUnknownKey: 0 };
      }
      const outcome = await this.#options.store.commit(
        relay === undefined ? batch : { ...partsOf(batch), relay },
        nowMs,
      );
      if (outcome.kind === "stored") {
        return { batch, droppedUnknownKey: outcome.droppedUnknownKey };
      }
      counted.push(...outcome.counted);
    }
  }
}

function partsOf({ ids, counts, outcomes }: CommitBatch): CountedGroup {
  return { ids, counts, outcomes };
}
