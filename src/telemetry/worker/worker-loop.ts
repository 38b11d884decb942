import { describeError } from "../../text/describe-error.ts";
import { readCatalogChanges } from "../messages/catalog-text.ts";
import type {
  MessageFromWorker,
  MessageToWorker,
  OpenMessage,
  UnpackedSubmission,
  WorkerCall,
} from "../messages/messages.ts";
import { unpackBatch } from "../messages/submission-batch.ts";
import { openOrReplace } from "./store/damaged-database.ts";
import { isDamage, isLocked, isStorageFailure } from "./store/sqlite-failures.ts";
import { openTelemetryEngine, type TelemetryEngine } from "./telemetry-engine.ts";

/** How long counts stay in the journal, so that one flush writes the counts of many commits. */
const flushDelayMs = 1_000;

const encoder = new TextEncoder();

/** The buffers in `transfer` are moved, not copied. */
export type PostMessage = (message: MessageFromWorker, transfer?: ArrayBuffer[]) => void;

/** Housekeeping in steps of a few milliseconds; commits are made between the steps. */
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
  readonly #post: PostMessage;
  readonly #queue: UnpackedSubmission[] = [];
  readonly #tasks: HousekeepingTask[] = [];
  #engine: TelemetryEngine | undefined;
  /** The time of the main thread's last message; the worker has no clock of its own. */
  #now = 0;
  #isScheduled = false;
  #isFailing = false;
  #flushTimer: Timer | undefined;

  constructor(post: PostMessage) {
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
        this.#passTime(engine, message.now);
        for (const submission of unpackBatch(message.batch)) {
          this.#queue.push(submission);
        }
        this.#schedule(engine);
        return;
      case "catalog_changes":
        this.#passTime(engine, message.now);
        if (engine.applyCatalogChanges(readCatalogChanges(message.changes))) {
          this.#deleteMarked(engine);
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

  #open(message: OpenMessage): void {
    const { path, settings, catalog, now } = message;
    const onClamped = (count: number) => this.#post({ kind: "clamped", count });
    try {
      const { opened, setAside } = openOrReplace(message, () =>
        openTelemetryEngine({ path, settings, catalog, onClamped }),
      );
      this.#engine = opened;
      this.#post({ kind: "opened", ...(setAside === undefined ? {} : { setAside }) });
      this.#passTime(opened, now);
      // After "opened" is sent: a million request ids take half a second, and the start does not
      // need them.
      opened.load();
    } catch (error) {
      this.#openFailed(error);
    }
  }

  #openFailed(error: unknown): void {
    if (this.#engine !== undefined && isDamage(error)) {
      this.#stop({ kind: "damaged", reason: describeError(error) });
    } else {
      const reason = describeError(error);
      this.#stop({ kind: "open_failed", reason, isLocked: isLocked(error) });
    }
  }

  #passTime(engine: TelemetryEngine, nowMs: number): void {
    this.#now = nowMs;
    const jumpMs = engine.see(nowMs);
    if (jumpMs !== 0) {
      this.#post({ kind: "clock_jumped", jumpMs });
    }
  }

  #answer(engine: TelemetryEngine, id: number, call: WorkerCall): void {
    const fail = (failure: unknown) => {
      const reason = describeError(failure);
      this.#post({ kind: "call_failed", id, reason, isStorageFailure: isStorageFailure(failure) });
      this.#checkDamage(failure);
    };
    if (call.kind === "housekeeping") {
      this.#passTime(engine, call.now);
      this.#addTask(engine, engine.housekeepingSteps(this.#now), (failure) =>
        failure === undefined ? this.#done(id, encoder.encode()) : fail(failure),
      );
      return;
    }
    try {
      this.#done(id, this.#jsonFor(engine, call));
    } catch (error) {
      fail(error);
    }
  }

  #done(id: number, json: Uint8Array<ArrayBuffer>): void {
    this.#post({ kind: "call_done", id, json }, [json.buffer]);
  }

  #jsonFor(
    engine: TelemetryEngine,
    call: Exclude<WorkerCall, { kind: "housekeeping" }>,
  ): Uint8Array<ArrayBuffer> {
    switch (call.kind) {
      case "summary":
        return engine.summarize(call);
      case "counts":
        return encoder.encode(engine.counts(call));
      case "unknown_keys":
        return encoder.encode(engine.unknownKeys(call));
      case "dismiss":
        if (engine.dismiss(call)) {
          this.#deleteMarked(engine);
        }
        return encoder.encode();
      case "probe":
        this.#probe(engine);
        return encoder.encode();
    }
  }

  #deleteMarked(engine: TelemetryEngine): void {
    this.#addTask(engine, engine.deletionSteps(this.#now), (failure) => {
      if (failure !== undefined) {
        this.#reportFault(failure);
      }
    });
  }

  /** Without submissions nothing else would notice that commits succeed again. */
  #probe(engine: TelemetryEngine): void {
    if (this.#isFailing) {
      engine.probe();
      this.#isFailing = false;
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
    const { accepted, refused, tally, failure } = engine.commit(this.#queue, this.#now);
    this.#post({ kind: "settled", accepted, refused, tally });
    // Only the first of consecutive failures is reported: a full disk would fill the log.
    if (failure !== undefined && !this.#isFailing) {
      this.#reportFault(failure);
    }
    this.#isFailing = failure !== undefined;
    this.#flushTimer ??= setTimeout(() => this.#flush(engine), flushDelayMs);
  }

  /** Counts that cannot be flushed now stay in the journal for the next flush. */
  #flush(engine: TelemetryEngine): void {
    this.#flushTimer = undefined;
    if (this.#engine !== engine) {
      return;
    }
    try {
      engine.flush(this.#now);
    } catch (error) {
      this.#reportFault(error);
    }
  }

  #stepTask(engine: TelemetryEngine): void {
    const [task] = this.#tasks;
    if (task === undefined) {
      return;
    }
    try {
      // Housekeeping moves and deletes rows of the count tables, so the counts of the journal must
      // be in them first.
      engine.flush(this.#now);
      if (task.steps.next().done === true) {
        this.#tasks.shift();
        task.onEnd();
      }
    } catch (error) {
      this.#tasks.shift();
      engine.requireFullScan();
      task.onEnd(error);
    }
  }

  #reportFault(error: unknown): void {
    this.#post({ kind: "fault", reason: describeError(error) });
    this.#checkDamage(error);
  }

  /** The main thread then starts a new worker, which checks the database and sets it aside. */
  #checkDamage(error: unknown): void {
    if (this.#engine !== undefined && isDamage(error)) {
      this.#stop({ kind: "damaged", reason: describeError(error) });
    }
  }

  /** Ends all work; the main thread refuses what waits when it gets the message. */
  #stop(message: MessageFromWorker): void {
    this.#engine?.discard();
    this.#engine = undefined;
    this.#queue.length = 0;
    this.#tasks.length = 0;
    clearTimeout(this.#flushTimer);
    this.#post(message);
  }
}
