import { GatehouseError } from "../../errors.ts";
import { noTally, type Tally } from "../messages/commit-tally.ts";
import type { RawSubmission, Refused } from "../messages/messages.ts";
import { Aggregate } from "./counting/aggregate.ts";
import type { Knowledge } from "./counting/catalog.ts";
import { windowAt } from "./counting/retention-windows.ts";
import type { SubmissionReader } from "./reading/submission-reader.ts";
import type { Ledger } from "./store/count-journal.ts";
import type { KeyDirectory } from "./store/key-ids.ts";
import { wordsOf, wordsPerId } from "./store/recent-request-ids.ts";

/** What one transaction takes at most: nobody waits long for it, and its memory is bounded. */
const submissionsPerCommitMax = 256;
/** After these many it takes no further submission. */
const metricsPerCommitMax = 100_000;
const bucketsPerCommitMax = 20_000;

export interface Commit {
  /** Counted, now or before. */
  readonly accepted: readonly number[];
  readonly refused: readonly Refused[];
  readonly tally: Tally;
  /** Why the database did not take it. */
  readonly failure?: unknown;
}

export interface CommitterOptions {
  readonly knowledge: Knowledge;
  readonly directory: KeyDirectory;
  readonly ledger: Ledger;
  readonly reader: SubmissionReader;
  /** Throws if what is committed would end with the process. */
  readonly checkFiles: () => void;
}

/** Counts submissions, many in one transaction. */
export class Committer {
  readonly #options: CommitterOptions;
  #lastTaken = 0;

  constructor(options: CommitterOptions) {
    this.#options = options;
  }

  /** Takes submissions from the front of a queue and says what became of them. */
  commit(queue: RawSubmission[], nowMs: number): Commit {
    const started = performance.now();
    const batch = new Batch(this.#options, nowMs);
    const takenMax = this.#share(queue.length);
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
      const droppedUnknownKey = this.#keep(batch, nowMs);
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
      this.#options.directory.forgetCached();
      const { refusal, message } = new GatehouseError("unavailable");
      return {
        accepted: [],
        refused: [...refused, ...accepted.map((id) => ({ id, refusal, message }))],
        tally: noTally,
        failure,
      };
    }
  }

  /**
   * Half of all submissions on their way: those that wait, and those whose senders were answered
   * last and now send more. While one half is committed the other is on the network; taking all
   * at once would let the two threads wait for each other in turn.
   */
  #share(waitingCount: number): number {
    const half = Math.ceil((waitingCount + this.#lastTaken) / 2);
    return Math.min(half, waitingCount, submissionsPerCommitMax);
  }

  #keep({ aggregate, newIds }: Batch, nowMs: number): number {
    if (newIds.length === 0) {
      return 0;
    }
    const ids = new Uint32Array(newIds.length * wordsPerId);
    for (const [index, words] of newIds.entries()) {
      ids.set(words, index * wordsPerId);
    }
    this.#options.checkFiles();
    return this.#options.ledger.enter(aggregate, ids, nowMs);
  }
}

/** What one transaction will hold. */
class Batch {
  readonly aggregate = new Aggregate();
  readonly accepted: number[] = [];
  readonly refused: Refused[] = [];
  readonly newIds: Uint32Array[] = [];
  readonly #options: CommitterOptions;
  readonly #nowMs: number;
  readonly #ids = new Set<string>();
  #metrics = 0;

  constructor(options: CommitterOptions, nowMs: number) {
    this.#options = options;
    this.#nowMs = nowMs;
  }

  get isFull(): boolean {
    return (
      this.#metrics >= metricsPerCommitMax || this.aggregate.bucketCount >= bucketsPerCommitMax
    );
  }

  /** What it amounts to if no key is turned away. */
  get tally(): Tally {
    const { keyTooLong, timeOutOfRange } = this.aggregate;
    return {
      ...noTally,
      submissions: this.newIds.length,
      duplicates: this.accepted.length - this.newIds.length,
      metrics: this.#metrics - keyTooLong - timeOutOfRange,
      droppedKeyTooLong: keyTooLong,
      droppedTimeOutOfRange: timeOutOfRange,
    };
  }

  add(raw: RawSubmission): void {
    try {
      this.#count(raw);
      this.accepted.push(raw.id);
    } catch (error) {
      this.refused.push(refusedAs(raw.id, error));
    }
  }

  #count({ environmentId, bytes, encoding }: RawSubmission): void {
    const { knowledge, ledger, reader } = this.#options;
    if (!knowledge.hasEnvironment(environmentId)) {
      // It was deleted while the submission waited, and its tokens with it.
      throw new GatehouseError("token_invalid");
    }
    const { requestId, metrics } = reader.read(bytes, encoding);
    const words = wordsOf(environmentId, requestId);
    const id = `${environmentId}/${requestId}`;
    if (ledger.has(words) || this.#ids.has(id)) {
      return;
    }
    this.#ids.add(id);
    this.newIds.push(words);
    this.#metrics += metrics.length;
    const window = windowAt(this.#nowMs, knowledge.retentionDays(environmentId));
    this.aggregate.add(environmentId, metrics, window);
  }
}

/** An error of ours refuses this submission alone: it was met before anything of it counted. */
function refusedAs(id: number, error: unknown): Refused {
  return error instanceof GatehouseError
    ? { id, refusal: error.refusal, message: error.message }
    : { id, refusal: "internal", message: error instanceof Error ? error.message : String(error) };
}
