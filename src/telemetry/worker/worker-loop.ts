import { describeError } from "../../text/describe-error.ts";
import type {
  MessageFromWorker,
  MessageToWorker,
  UnpackedSubmission,
  WorkerCall,
} from "../messages/messages.ts";
import { unpackBatch } from "../messages/submission-batch.ts";
import { openTelemetryEngine, type TelemetryEngine } from "./telemetry-engine.ts";

/** How long counts stay in the journal, so that one flush writes the counts of many commits. */
const flushDelayMs = 1_000;

/** Work in steps of a few milliseconds; commits are made between the steps. */
interface HousekeepingTask {
  readonly steps: Iterator<void>;
  readonly onEnd: (failure?: unknown) => void;
}

/**
 * Handles the messages of the main thread. A commit takes submissions that arrived during the
 * commit before it, so commits grow with the load and no submission waits for a timer. Between
 * commits it runs one step of housekeeping. No code runs while there is nothing to do.
 */
export class WorkerLoop {
  readonly #post: (message: MessageFromWorker) => void;
  readonly #queue: UnpackedSubmission[] = [];
  readonly #tasks: HousekeepingTask[] = [];
  #engine: TelemetryEngine | undefined;
  /** The time of the main thread's last message; the worker has no clock of its own. */
  #now = 0;
  #isScheduled = false;
  #isFailing = false;
  #flushTimer: Timer | undefined;

  constructor(post: (message: MessageFromWorker) => void) {
    this.#post = post;
  }

  receive(message: MessageToWorker): void {
    try {
      this.#handle(message);
    } catch (error) {
      this.#reportFault(error);
    }
  }

  #handle(message: MessageToWorker): void {
    if (message.kind === "open") {
      this.#open(message);
      return;
    }
    const engine = this.#engine;
    if (engine === undefined) {
      throw new Error(`the telemetry worker has no database open for ${message.kind}`);
    }
    switch (message.kind) {
      case "submissions":
        this.#now = message.now;
        for (const submission of unpackBatch(message.batch)) {
          this.#queue.push(submission);
        }
        this.#schedule(engine);
        return;
      case "catalog_changes":
        this.#now = message.now;
        if (engine.applyCatalogChanges(message.changes)) {
          this.#addTask(engine, engine.housekeeping.deletions(this.#now), (failure) => {
            if (failure !== undefined) {
              this.#reportFault(failure);
            }
          });
        }
        return;
      case "call":
        this.#answer(engine, message.id, message.call);
        return;
      case "close":
        this.#close(engine);
        return;
    }
  }

  #open({ path, catalog }: Extract<MessageToWorker, { kind: "open" }>): void {
    const onClamped = (count: number) => this.#post({ kind: "clamped", count });
    try {
      this.#engine = openTelemetryEngine({ path, catalog, onClamped });
    } catch (error) {
      this.#post({ kind: "open_failed", reason: describeError(error) });
      return;
    }
    this.#post({ kind: "opened" });
  }

  #answer(engine: TelemetryEngine, id: number, call: WorkerCall): void {
    const fail = (failure: unknown) =>
      this.#post({ kind: "call_failed", id, reason: describeError(failure) });
    if (call.kind === "housekeeping") {
      this.#now = call.now;
      this.#addTask(engine, engine.housekeeping.steps(this.#now), (failure) =>
        failure === undefined ? this.#post({ kind: "call_done", id, text: "" }) : fail(failure),
      );
      return;
    }
    try {
      this.#post({ kind: "call_done", id, text: engine.summarize(call) });
    } catch (error) {
      fail(error);
    }
  }

  /** Commits everything received; housekeeping that has not ended is dropped. */
  #close(engine: TelemetryEngine): void {
    this.#engine = undefined;
    this.#tasks.length = 0;
    try {
      while (this.#queue.length > 0) {
        this.#commit(engine);
      }
      clearTimeout(this.#flushTimer);
      engine.close();
    } finally {
      this.#post({ kind: "closed" });
    }
  }

  #addTask(engine: TelemetryEngine, steps: Iterator<void>, onEnd: HousekeepingTask["onEnd"]): void {
    this.#tasks.push({ steps, onEnd });
    this.#schedule(engine);
  }

  #schedule(engine: TelemetryEngine): void {
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      setImmediate(() => this.#runOnce(engine));
    }
  }

  /** One commit and one step of housekeeping; messages that arrived meanwhile come next. */
  #runOnce(engine: TelemetryEngine): void {
    if (this.#engine !== engine) {
      return;
    }
    if (this.#queue.length > 0) {
      this.#commit(engine);
    }
    this.#stepTask(engine);
    if (this.#queue.length > 0 || this.#tasks.length > 0) {
      setImmediate(() => this.#runOnce(engine));
    } else {
      this.#isScheduled = false;
    }
  }

  #commit(engine: TelemetryEngine): void {
    const { accepted, refused, tally, failure } = engine.committer.commit(this.#queue, this.#now);
    this.#post({ kind: "settled", accepted, refused, tally });
    // Only the first of consecutive failures is reported: a full disk would fill the log.
    if (failure !== undefined && !this.#isFailing) {
      this.#reportFault(failure);
    }
    this.#isFailing = failure !== undefined;
    this.#flushTimer ??= setTimeout(() => this.#flush(engine), flushDelayMs);
  }

  /** Counts that cannot be flushed now stay in the journal for the next flush. */
  #flush({ journal }: TelemetryEngine): void {
    this.#flushTimer = undefined;
    try {
      journal.flush(this.#now);
    } catch (error) {
      this.#reportFault(error);
    }
  }

  #stepTask({ housekeeping, journal }: TelemetryEngine): void {
    const [task] = this.#tasks;
    if (task === undefined) {
      return;
    }
    try {
      // Housekeeping moves and deletes rows of the tables, so all counts must be there.
      journal.flush(this.#now);
      if (task.steps.next().done === true) {
        this.#tasks.shift();
        task.onEnd();
      }
    } catch (error) {
      this.#tasks.shift();
      housekeeping.requireFullScan();
      task.onEnd(error);
    }
  }

  #reportFault(error: unknown): void {
    this.#post({ kind: "fault", reason: describeError(error) });
  }
}
