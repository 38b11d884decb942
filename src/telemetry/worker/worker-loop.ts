import { describeError } from "../../core/text/describe-error.ts";
import { readCatalog, readCatalogChanges } from "../messages/catalog-text.ts";
import type {
  MessageFromWorker,
  MessageToWorker,
  OpenMessage,
  PostMessage,
  RelayCall,
  WorkerCall,
} from "../messages/messages.ts";
import type { UnpackedSubmission } from "../messages/received-submission.ts";
import { unpackBatch } from "../messages/submission-batch.ts";
import { Catalog } from "./counting/catalog.ts";
import { openFailureKind, openStore } from "./open-store.ts";
import type { YieldStep } from "./port/telemetry-store.ts";
import { TelemetryEngine } from "./telemetry-engine.ts";

/** How long counts stay in the journal, so that one flush writes the counts of many commits. */
const flushDelayMs = 1_000;

const encoder = new TextEncoder();

/**
 * Handles the messages of the main thread. A commit takes submissions that arrived during the
 * commit before it, so commits grow with the load and no submission waits for a timer. Between
 * commits it runs one step of housekeeping. No code runs while there is nothing to do.
 */
export class WorkerLoop {
  readonly #post: PostMessage;
  readonly #queue: UnpackedSubmission[] = [];
  /** Each starts the next step of some housekeeping. */
  readonly #waitingSteps: (() => void)[] = [];
  readonly #commits = new Set<Promise<void>>();
  /** Messages that arrived while the store was being opened. */
  #early: MessageToWorker[] | undefined;
  #engine: TelemetryEngine | undefined;
  /** The time of the main thread's last message; the worker has no clock of its own. */
  #now = 0;
  #isScheduled = false;
  #isFailing = false;
  #isClosing = false;
  #flushTimer: Timer | undefined;

  constructor(post: PostMessage) {
    this.#post = post;
  }

  receive(message: MessageToWorker): void {
    if (message.kind === "open") {
      this.#early = [];
      this.#watch(this.#open(message));
    } else if (this.#early === undefined) {
      this.#watch(this.#handle(message));
    } else {
      this.#early.push(message);
    }
  }

  /** No call waits for the work; a failure is reported, unless the end of the store caused it. */
  #watch(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!this.#isClosing) {
        this.#reportFault(error);
      }
    });
  }

  async #handle(message: Exclude<MessageToWorker, OpenMessage>): Promise<void> {
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
      case "catalog_changes": {
        this.#passTime(engine, message.now);
        const changes = readCatalogChanges(message.changes);
        await engine.applyCatalogChanges(changes, this.#now, this.#yieldToEventLoop(engine));
        return;
      }
      case "call":
        await this.#answer(engine, message.id, message.call);
        return;
      case "close":
        this.#isClosing = true;
        await this.#close(engine).finally(() => this.#post({ kind: "closed" }));
        return;
    }
  }

  async #open(message: OpenMessage): Promise<void> {
    try {
      const catalog = new Catalog(readCatalog(message.catalog));
      const { store, setAside } = await openStore(message, catalog, {
        onClamped: (count) => this.#post({ kind: "clamped", count }),
        onDropped: (count) => this.#post({ kind: "unknown_dropped", count }),
        onFault: (error) => this.#reportFault(error),
      });
      const engine = new TelemetryEngine(store, catalog);
      this.#engine = engine;
      this.#post({ kind: "opened", ...(setAside === undefined ? {} : { setAside }) });
      this.#passTime(engine, message.now);
      // After "opened" is sent: a million request ids take half a second, and the start does not
      // need them.
      await store.load();
    } catch (error) {
      this.#openFailed(message, error);
    }
    this.#handleEarly();
  }

  #handleEarly(): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    if (this.#engine !== undefined) {
      for (const message of early) {
        this.receive(message);
      }
    }
  }

  #openFailed(message: OpenMessage, error: unknown): void {
    const reason = describeError(error);
    const kind = openFailureKind(message, error);
    if (this.#engine !== undefined && kind === "damaged") {
      this.#stop({ kind: "damaged", reason });
    } else {
      this.#stop({ kind: "open_failed", reason, isLocked: kind === "unreachable" });
    }
  }

  #passTime({ store }: TelemetryEngine, nowMs: number): void {
    this.#now = nowMs;
    const jumpMs = store.see(nowMs);
    if (jumpMs !== 0) {
      this.#post({ kind: "clock_jumped", jumpMs });
    }
  }

  async #answer(engine: TelemetryEngine, id: number, call: WorkerCall): Promise<void> {
    try {
      const json = await this.#jsonFor(engine, call);
      this.#post({ kind: "call_done", id, json }, [json.buffer]);
    } catch (error) {
      if (this.#isClosing) {
        return;
      }
      const reason = describeError(error);
      const isStorageFailure = engine.store.failureKind(error) !== "program";
      this.#post({ kind: "call_failed", id, reason, isStorageFailure });
      this.#checkDamage(error);
    }
  }

  async #jsonFor(engine: TelemetryEngine, call: WorkerCall): Promise<Uint8Array<ArrayBuffer>> {
    switch (call.kind) {
      case "summary":
        return engine.summarize(call);
      case "counts":
        return encoder.encode(await engine.counts(call));
      case "unknown_keys":
        return encoder.encode(await engine.unknownKeys(call));
      case "dismiss":
        if (await engine.dismiss(call)) {
          this.#watch(engine.store.removeDeleted(this.#now, this.#yieldToEventLoop(engine)));
        }
        return encoder.encode();
      case "housekeeping":
        this.#passTime(engine, call.now);
        await engine.store.housekeeping(this.#now, this.#yieldToEventLoop(engine));
        return encoder.encode();
      case "probe":
        await this.#probe(engine);
        return encoder.encode();
      case "relay":
        return encoder.encode(await this.#relay(engine, call));
      default:
        return encoder.encode(await engine.guards.answer(call));
    }
  }

  async #relay(engine: TelemetryEngine, call: RelayCall): Promise<string> {
    this.#passTime(engine, call.now);
    const counted = { kind: "settled", accepted: [], refused: [] } as const;
    try {
      const through = await engine.relay(call, (tally) => this.#post({ ...counted, tally }));
      return JSON.stringify({ through });
    } finally {
      this.#flushTimer ??= setTimeout(() => this.#watch(this.#flush(engine)), flushDelayMs);
    }
  }

  /** Without submissions, only this notices that commits succeed again. */
  async #probe(engine: TelemetryEngine): Promise<void> {
    if (this.#isFailing) {
      await engine.store.probe();
      this.#isFailing = false;
    }
  }

  /** Commits everything received; unfinished housekeeping is dropped. */
  async #close(engine: TelemetryEngine): Promise<void> {
    this.#engine = undefined;
    this.#waitingSteps.length = 0;
    await Promise.all(this.#commits);
    while (this.#queue.length > 0) {
      await this.#commit(engine);
    }
    clearTimeout(this.#flushTimer);
    await engine.store.close();
  }

  #yieldToEventLoop(engine: TelemetryEngine): YieldStep {
    return () =>
      new Promise((resolve) => {
        this.#waitingSteps.push(resolve);
        this.#schedule(engine);
      });
  }

  #schedule(engine: TelemetryEngine): void {
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      setImmediate(() => this.#runOnce(engine));
    }
  }

  /** One commit and one step of housekeeping; messages that arrived since come next. */
  #runOnce(engine: TelemetryEngine): void {
    this.#isScheduled = false;
    if (this.#engine !== engine) {
      return;
    }
    if (this.#mayCommit(engine)) {
      const commit = this.#commit(engine).finally(() => {
        this.#commits.delete(commit);
        if (this.#queue.length > 0) {
          this.#schedule(engine);
        }
      });
      this.#commits.add(commit);
    }
    this.#waitingSteps.shift()?.();
    if (this.#waitingSteps.length > 0 || this.#mayCommit(engine)) {
      this.#schedule(engine);
    }
  }

  #mayCommit({ store }: TelemetryEngine): boolean {
    return this.#queue.length > 0 && this.#commits.size < store.commitsAtOnce;
  }

  async #commit(engine: TelemetryEngine): Promise<void> {
    const { accepted, refused, tally, failure } = await engine.commit(this.#queue, this.#now);
    this.#post({ kind: "settled", accepted, refused, tally });
    // Only the first of consecutive failures is reported: a full disk would fill the log.
    if (failure !== undefined && !this.#isFailing) {
      this.#reportFault(failure);
    }
    this.#isFailing = failure !== undefined;
    this.#flushTimer ??= setTimeout(() => this.#watch(this.#flush(engine)), flushDelayMs);
  }

  /** Counts that cannot be flushed now stay in the journal for the next flush. */
  async #flush(engine: TelemetryEngine): Promise<void> {
    this.#flushTimer = undefined;
    if (this.#engine === engine) {
      await engine.store.flush(this.#now);
    }
  }

  #reportFault(error: unknown): void {
    this.#post({ kind: "fault", reason: describeError(error) });
    this.#checkDamage(error);
  }

  /** The main thread then starts a new worker, which checks the database and sets it aside. */
  #checkDamage(error: unknown): void {
    if (this.#engine?.store.failureKind(error) === "damaged") {
      this.#stop({ kind: "damaged", reason: describeError(error) });
    }
  }

  /** Ends all work; on the message, the main thread refuses waiting submissions. */
  #stop(message: MessageFromWorker): void {
    this.#engine?.store.discard();
    this.#engine = undefined;
    this.#queue.length = 0;
    this.#waitingSteps.length = 0;
    clearTimeout(this.#flushTimer);
    this.#post(message);
  }
}
