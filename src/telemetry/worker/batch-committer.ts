import { GatehouseError } from "../../errors.ts";
import { type CommitTally, emptyCommitTally } from "../messages/commit-tally.ts";
import type { RefusedSubmission, UnpackedSubmission } from "../messages/messages.ts";
import { AggregatedCounts } from "./counting/aggregated-counts.ts";
import type { Catalog } from "./counting/catalog.ts";
import { acceptanceWindowAt } from "./counting/retention-windows.ts";
import type { SubmissionReader } from "./reading/submission-reader.ts";
import type { CountJournal } from "./store/count-journal.ts";
import type { KeyIds } from "./store/key-ids.ts";
import { requestIdWords, wordsPerId } from "./store/request-id-words.ts";

/** Limits of one transaction, which bound how long it takes and its memory. */
const submissionsPerCommitMax = 256;
/** A commit that has reached one of these takes no further submission. */
const metricsPerCommitMax = 100_000;
const bucketsPerCommitMax = 20_000;

export interface CommitResult {
  /** Ids of submissions that are counted, by this commit or an earlier one. */
  readonly accepted: readonly number[];
  readonly refused: readonly RefusedSubmission[];
  readonly tally: CommitTally;
  /** The error of a database that did not commit; then `accepted` is empty. */
  readonly failure?: unknown;
}

export interface BatchCommitterOptions {
  readonly catalog: Catalog;
  readonly keyIds: KeyIds;
  readonly journal: CountJournal;
  readonly reader: SubmissionReader;
  /** Throws if the database's files were moved or removed: a commit would then be lost. */
  readonly checkFiles: () => void;
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
    const batch = new CommitBatch(this.#options, nowMs);
    const takenMax = this.#takenMax(queue.length);
    let taken = 0;
    while (taken < takenMax && !batch.isFull) {
      const submission = queue[taken];
      taken++;
      if (submission !== undefined) {
        batch.add(submission);
      }
    }
    queue.splice(0, taken);
    this.#lastTaken = taken;
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
      const { refusal, message } = new GatehouseError("unavailable");
      return {
        accepted: [],
        refused: [...refused, ...accepted.map((id) => ({ id, refusal, message }))],
        tally: emptyCommitTally,
        failure,
      };
    }
  }

  /**
   * Half of all submissions on their way: those that wait, and those answered last, whose clients
   * now send more. One half is committed while the other is on the network; a commit of all would
   * make the two threads wait for each other in turn.
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
    return this.#options.journal.append(counts, ids, nowMs);
  }
}

/** The content of one transaction. */
class CommitBatch {
  readonly counts = new AggregatedCounts();
  readonly accepted: number[] = [];
  readonly refused: RefusedSubmission[] = [];
  readonly newIds: Uint32Array[] = [];
  readonly #options: BatchCommitterOptions;
  readonly #nowMs: number;
  readonly #ids = new Set<string>();
  #metrics = 0;

  constructor(options: BatchCommitterOptions, nowMs: number) {
    this.#options = options;
    this.#nowMs = nowMs;
  }

  get isFull(): boolean {
    return this.#metrics >= metricsPerCommitMax || this.counts.bucketCount >= bucketsPerCommitMax;
  }

  /** The tally if no metric is dropped because of an unknown key. */
  get tally(): CommitTally {
    const { keyTooLong, timeOutOfRange } = this.counts;
    return {
      ...emptyCommitTally,
      submissions: this.newIds.length,
      duplicates: this.accepted.length - this.newIds.length,
      metrics: this.#metrics - keyTooLong - timeOutOfRange,
      droppedKeyTooLong: keyTooLong,
      droppedTimeOutOfRange: timeOutOfRange,
    };
  }

  add(submission: UnpackedSubmission): void {
    try {
      this.#count(submission);
      this.accepted.push(submission.id);
    } catch (error) {
      this.refused.push(refusalOf(submission.id, error));
    }
  }

  #count({ environmentId, bytes, encoding }: UnpackedSubmission): void {
    const { catalog, journal, reader } = this.#options;
    if (!catalog.hasEnvironment(environmentId)) {
      // The environment and its tokens were deleted while the submission waited.
      throw new GatehouseError("token_invalid");
    }
    const { requestId, metrics } = reader.read(bytes, encoding);
    const words = requestIdWords(environmentId, requestId);
    const id = `${environmentId}/${requestId}`;
    if (journal.has(words) || this.#ids.has(id)) {
      return;
    }
    this.#ids.add(id);
    this.newIds.push(words);
    this.#metrics += metrics.length;
    const window = acceptanceWindowAt(this.#nowMs, catalog.retentionDays(environmentId));
    this.counts.add(environmentId, metrics, window);
  }
}

/** Any error refuses this submission alone: reading throws before anything of it is counted. */
function refusalOf(id: number, error: unknown): RefusedSubmission {
  return error instanceof GatehouseError
    ? { id, refusal: error.refusal, message: error.message }
    : { id, refusal: "internal", message: error instanceof Error ? error.message : String(error) };
}
