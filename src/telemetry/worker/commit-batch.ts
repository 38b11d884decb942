import { GatehouseError } from "../../errors.ts";
import { type CommitTally, emptyCommitTally } from "../messages/commit-tally.ts";
import type { RefusedSubmission, UnpackedSubmission } from "../messages/messages.ts";
import { AggregatedCounts } from "./counting/aggregated-counts.ts";
import type { Catalog } from "./counting/catalog.ts";
import { acceptanceWindowAt } from "./counting/retention-windows.ts";
import type { SubmissionReader } from "./reading/submission-reader.ts";
import type { CountJournal } from "./store/count-journal.ts";
import type { DataClock } from "./store/data-clock.ts";
import { requestIdWords } from "./store/request-id-words.ts";

/** A batch that has reached one of these takes no further submission. */
const metricsPerBatchMax = 100_000;
const bucketsPerBatchMax = 20_000;

export interface CommitBatchOptions {
  readonly catalog: Catalog;
  readonly journal: CountJournal;
  readonly clock: DataClock;
  readonly reader: SubmissionReader;
}

/** The content of one transaction. */
export class CommitBatch {
  readonly counts = new AggregatedCounts();
  readonly accepted: number[] = [];
  readonly refused: RefusedSubmission[] = [];
  readonly newIds: Uint32Array[] = [];
  readonly #options: CommitBatchOptions;
  readonly #nowMs: number;
  readonly #broken: Map<UnpackedSubmission, unknown>;
  readonly #dataMs: number;
  readonly #ids = new Set<string>();
  #metrics = 0;

  /** `broken` has the submissions to refuse because of an error of the program, and gets further ones. */
  constructor(
    options: CommitBatchOptions,
    nowMs: number,
    broken: Map<UnpackedSubmission, unknown>,
  ) {
    this.#options = options;
    this.#nowMs = nowMs;
    this.#broken = broken;
    this.#dataMs = options.clock.dataTime(nowMs);
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

  /** Adds submissions until the batch is full or one breaks. Returns how many it has handled. */
  fill(submissions: readonly UnpackedSubmission[]): number {
    let handled = 0;
    for (const submission of submissions) {
      if (this.#isFull || !this.#add(submission)) {
        break;
      }
      handled++;
    }
    return handled;
  }

  get #isFull(): boolean {
    return this.#metrics >= metricsPerBatchMax || this.counts.bucketCount >= bucketsPerBatchMax;
  }

  /** Returns false if the submission breaks. */
  #add(submission: UnpackedSubmission): boolean {
    const { id } = submission;
    if (this.#broken.has(submission)) {
      this.refused.push(internalRefusal(id, this.#broken.get(submission)));
      return true;
    }
    try {
      this.#count(submission);
      this.accepted.push(id);
    } catch (error) {
      if (!(error instanceof GatehouseError)) {
        this.#broken.set(submission, error);
        return false;
      }
      this.refused.push({ id, refusal: error.refusal, message: error.message });
    }
    return true;
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
    const retentionDays = catalog.retentionDays(environmentId);
    const window = acceptanceWindowAt(this.#nowMs, this.#dataMs, retentionDays);
    this.#ids.add(id);
    this.newIds.push(words);
    this.#metrics += metrics.count;
    this.counts.add(environmentId, metrics, window);
  }
}

function internalRefusal(id: number, error: unknown): RefusedSubmission {
  const message = error instanceof Error ? error.message : String(error);
  return { id, refusal: "internal", message };
}
