import { GatehouseError } from "../../core/errors.ts";
import { type CommitTally, emptyCommitTally } from "../messages/commit-tally.ts";
import type { RefusedSubmission } from "../messages/messages.ts";
import type { UnpackedSubmission } from "../messages/received-submission.ts";
import { AggregatedCounts } from "./counting/aggregated-counts.ts";
import type { Catalog } from "./counting/catalog.ts";
import { OutcomeSums } from "./counting/outcome-sums.ts";
import { acceptanceWindowAt, outcomeDays, secondsOfMinute } from "./counting/retention-windows.ts";
import type { CountedGroup, SubmissionId, TelemetryStore } from "./port/telemetry-store.ts";
import { readOutcomes } from "./reading/outcome-reader.ts";
import type { SubmissionReader } from "./reading/submission-reader.ts";

/** A batch that has reached one of these takes no further submission. */
const metricsPerBatchMax = 100_000;
const bucketsPerBatchMax = 20_000;
const outcomeSumsPerBatchMax = 2_000;

export interface CommitBatchOptions {
  readonly catalog: Catalog;
  readonly store: TelemetryStore;
  readonly reader: SubmissionReader;
}

/** The inputs of a batch in addition to its submissions. */
export interface BatchConditions {
  readonly nowMs: number;
  /** The submissions to refuse because of an error of the program; a batch adds further ones. */
  readonly broken: Map<UnpackedSubmission, unknown>;
  /** Submissions that were counted before. */
  readonly counted: readonly SubmissionId[];
}

/** The content of one transaction. */
export class CommitBatch implements CountedGroup {
  readonly counts = new AggregatedCounts();
  readonly outcomes = new OutcomeSums();
  readonly accepted: number[] = [];
  readonly refused: RefusedSubmission[] = [];
  readonly ids: SubmissionId[] = [];
  readonly #options: CommitBatchOptions;
  readonly #nowMs: number;
  readonly #broken: Map<UnpackedSubmission, unknown>;
  readonly #dataMs: number;
  readonly #counted: Set<string>;
  #metrics = 0;
  #outcomes = 0;
  #droppedOutcomes = 0;

  constructor(options: CommitBatchOptions, { nowMs, broken, counted }: BatchConditions) {
    this.#options = options;
    this.#nowMs = nowMs;
    this.#broken = broken;
    this.#dataMs = options.store.dataTime(nowMs);
    this.#counted = new Set(counted.map(textOf));
  }

  /** The tally if no metric is dropped because of an unknown key. */
  get tally(): CommitTally {
    const { keyTooLong, timeOutOfRange } = this.counts;
    return {
      ...emptyCommitTally,
      submissions: this.ids.length,
      duplicates: this.accepted.length - this.ids.length,
      metrics: this.#metrics - keyTooLong - timeOutOfRange,
      droppedKeyTooLong: keyTooLong,
      droppedTimeOutOfRange: timeOutOfRange,
      outcomes: this.#outcomes,
      droppedOutcomes: this.#droppedOutcomes,
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
    return (
      this.#metrics >= metricsPerBatchMax ||
      this.counts.bucketCount >= bucketsPerBatchMax ||
      this.outcomes.size >= outcomeSumsPerBatchMax
    );
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

  #count(submission: UnpackedSubmission): void {
    const { environmentId, bytes, encoding, outcomesMinute } = submission;
    const { catalog, reader } = this.#options;
    if (!catalog.hasEnvironment(environmentId)) {
      // The environment and its tokens were deleted while the submission waited.
      throw new GatehouseError("token_invalid");
    }
    if (outcomesMinute > 0) {
      this.#countOutcomes(submission);
      return;
    }
    const { requestId, metrics } = reader.read(bytes, encoding);
    if (this.#isFirst({ environmentId, requestId })) {
      const retentionDays = catalog.retentionDays(environmentId);
      const window = acceptanceWindowAt(this.#nowMs, this.#dataMs, retentionDays);
      this.#metrics += metrics.count;
      this.counts.add(environmentId, metrics, window);
    }
  }

  #countOutcomes({ environmentId, bytes, encoding, outcomesMinute }: UnpackedSubmission): void {
    const { catalog } = this.#options;
    const { requestId, outcomes } = readOutcomes(bytes, encoding);
    if (!this.#isFirst({ environmentId, requestId })) {
      return;
    }
    const days = Math.min(catalog.retentionDays(environmentId), outcomeDays);
    const window = acceptanceWindowAt(this.#nowMs, this.#dataMs, days);
    const seconds = secondsOfMinute(outcomesMinute);
    const isInTime = seconds >= window.oldestSeconds && seconds <= window.newestSeconds;
    for (const outcome of outcomes) {
      if (isInTime && catalog.isWatched(environmentId, outcome.name, outcome.key)) {
        this.outcomes.add(environmentId, outcomesMinute, outcome);
        this.#outcomes++;
      } else {
        this.#droppedOutcomes++;
      }
    }
  }

  /** Notes the id, unless its submission was counted before. */
  #isFirst(id: SubmissionId): boolean {
    const text = textOf(id);
    if (this.#options.store.isCounted(id) || this.#counted.has(text)) {
      return false;
    }
    this.#counted.add(text);
    this.ids.push(id);
    return true;
  }
}

function textOf({ environmentId, requestId }: SubmissionId): string {
  return `${environmentId}/${requestId}`;
}

function internalRefusal(id: number, error: unknown): RefusedSubmission {
  const message = error instanceof Error ? error.message : String(error);
  return { id, refusal: "internal", message };
}
