import { GatehouseError } from "../errors.ts";
import { nextTurn } from "../event-loop/event-loop-turns.ts";
import type { Change } from "../model/change.ts";
import type { State } from "../model/state.ts";
import {
  type Batch,
  CommitInDoubtError,
  type Storage,
  UnstorableChangesError,
} from "../storage/storage.ts";
import { BatchPace, commandsPerCommitMax } from "./batch-pace.ts";
import {
  type BatchRun,
  type PendingAnswer,
  type QueuedCommand,
  queuedCommand,
  queuedLongCommand,
  runBatch,
} from "./queued-command.ts";
import { advanceRevisions } from "./revisions.ts";
import type { Command, CommitListener, SteppedCommand, Writer } from "./writer.ts";

export interface LocalWriterOptions {
  readonly storage: Storage;
  readonly state: State;
  readonly position: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called with the error of a failed commit or of a listener. */
  readonly onFailure: (error: unknown) => void;
}

const queueLengthMax = 10_000;
/** With more changes than this, each listener has a turn of the event loop of its own. */
const changesPerTurnMax = 1_000;
/** How long callers wait to learn whether a commit in doubt was kept. */
const doubtAnswerMs = 5_000;
const doubtRetryMs = 25;
const unknownOutcome = "It is not known yet whether the change was kept";

/**
 * The writer of a storage that no other process writes to. Commands that wait when a commit starts
 * share it, and all are answered after it (docs/decisions.md#durability). A shared commit makes
 * durable writes fast, as the disk is synchronized once.
 */
export class LocalWriter implements Writer {
  readonly #options: LocalWriterOptions;
  readonly #listeners = new Set<CommitListener>();
  readonly #queue: QueuedCommand[] = [];
  readonly #pace = new BatchPace();
  #state: State;
  #position: number;
  /** Resolves when the queue is empty; null while nothing is processed. */
  #processing: Promise<void> | null = null;
  /** Whether it is not known yet if the last commit was kept; then nothing else is accepted. */
  #isInDoubt = false;
  #isClosed = false;

  constructor(options: LocalWriterOptions) {
    this.#options = options;
    this.#state = options.state;
    this.#position = options.position;
  }

  get state(): State {
    return this.#state;
  }

  get position(): number {
    return this.#position;
  }

  get waitingCount(): number {
    return this.#queue.length;
  }

  onCommit(listener: CommitListener): () => void {
    const registered: CommitListener = (changes, state) => listener(changes, state);
    this.#listeners.add(registered);
    return () => {
      this.#listeners.delete(registered);
    };
  }

  submit<Answer>(command: Command<Answer>): Promise<Answer> {
    const promised = Promise.withResolvers<Answer>();
    this.#accept(queuedCommand(command, promised));
    return promised.promise;
  }

  submitInSteps<Answer>(command: SteppedCommand<Answer>): Promise<Answer> {
    const promised = Promise.withResolvers<Answer>();
    this.#accept(queuedLongCommand(command, promised));
    return promised.promise;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#processing;
  }

  #accept(command: QueuedCommand): void {
    if (this.#isClosed) {
      command.reject(new GatehouseError("unavailable", "The server is stopping"));
    } else if (this.#isInDoubt) {
      command.reject(new GatehouseError("unavailable"));
    } else if (this.#queue.length >= queueLengthMax) {
      command.reject(new GatehouseError("unavailable", "Too many changes are waiting"));
    } else {
      this.#queue.push(command);
      this.#pace.arrived(this.#queue.length);
      this.#processing ??= this.#processQueue();
    }
  }

  async #processQueue(): Promise<void> {
    while (this.#queue.length > 0) {
      await this.#pace.untilNextBatch(() => this.#queue.length);
      const batch = this.#takeBatch();
      const startedAtMs = performance.now();
      await this.#process(batch);
      this.#pace.answered(batch.length, performance.now() - startedAtMs);
    }
    this.#processing = null;
  }

  /** A long command shares its batch with no other. */
  #takeBatch(): readonly QueuedCommand[] {
    const longIndex = this.#queue.slice(0, commandsPerCommitMax).findIndex(({ isLong }) => isLong);
    const count = longIndex < 0 ? commandsPerCommitMax : Math.max(1, longIndex);
    return this.#queue.splice(0, count);
  }

  /**
   * Runs, commits and answers a batch. If the storage cannot hold its changes, each half of the
   * batch is run again and committed on its own, until the command is found that is the reason.
   */
  async #process(batch: readonly QueuedCommand[]): Promise<void> {
    const ran = await runBatch(batch, this.#state, this.#options.now);
    try {
      await this.#commit(ran);
    } catch (error) {
      const isUnstorable = error instanceof UnstorableChangesError;
      if (isUnstorable && batch.length > 1) {
        const half = batch.length >> 1;
        await this.#process(batch.slice(0, half));
        await this.#process(batch.slice(half));
        return;
      }
      const reason = isUnstorable
        ? error
        : new GatehouseError("unavailable", undefined, { cause: error });
      rejectAll(ran.answers, reason);
      return;
    }
    for (const { settle } of ran.answers) {
      settle();
    }
  }

  /** Stores the changes of a batch, then makes them visible. Rejects if they are not kept. */
  async #commit({ changes, state, answers }: BatchRun): Promise<void> {
    if (changes.length === 0) {
      return;
    }
    const { storage, now } = this.#options;
    const revisions = advanceRevisions(this.#state, state, changes, now());
    const batch: Batch = {
      id: crypto.randomUUID(),
      changes: [...changes, ...revisions.changes],
      before: this.#state,
      after: revisions.state,
      position: this.#position,
    };
    try {
      this.#position = await storage.commit(batch);
    } catch (error) {
      if (!(error instanceof UnstorableChangesError)) {
        this.#reportFailure(error);
      }
      if (!(error instanceof CommitInDoubtError)) {
        throw error;
      }
      this.#position = await this.#findInDoubt(batch.id, answers, error);
    }
    this.#state = revisions.state;
    await this.#notify(changes);
  }

  /**
   * The position of a commit that was in doubt; rejects with `doubt` if it was not kept. Nothing
   * else is committed before that is known, as the state to start from is not known either. The
   * callers are told so after a while, and other commands are refused at once.
   */
  async #findInDoubt(
    batchId: string,
    answers: readonly PendingAnswer[],
    doubt: CommitInDoubtError,
  ): Promise<number> {
    const unknown = new GatehouseError("unavailable", unknownOutcome, { cause: doubt });
    const timer = setTimeout(() => rejectAll(answers, unknown), doubtAnswerMs);
    this.#isInDoubt = true;
    rejectAll(
      this.#queue.splice(0),
      new GatehouseError("unavailable", undefined, { cause: doubt }),
    );
    try {
      const position = await this.#findCommit(batchId);
      if (position === undefined) {
        rejectAll(answers, unknown);
      }
      if (position === undefined || position === null) {
        throw doubt;
      }
      return position;
    } finally {
      clearTimeout(timer);
      this.#isInDoubt = false;
    }
  }

  /** Asks until there is an answer; undefined if the writer is closed before. */
  async #findCommit(batchId: string): Promise<number | null | undefined> {
    for (;;) {
      try {
        return await this.#options.storage.findCommit(batchId);
      } catch {
        if (this.#isClosed) {
          return undefined;
        }
      }
      await Bun.sleep(doubtRetryMs);
    }
  }

  async #notify(changes: readonly Change[]): Promise<void> {
    for (const listener of this.#listeners) {
      if (changes.length > changesPerTurnMax) {
        await nextTurn();
      }
      try {
        listener(changes, this.#state);
      } catch (error) {
        this.#reportFailure(error);
      }
    }
  }

  /** In a microtask, so that the commands are answered even if `onFailure` throws. */
  #reportFailure(error: unknown): void {
    queueMicrotask(() => this.#options.onFailure(error));
  }
}

function rejectAll(waiting: Iterable<Pick<QueuedCommand, "reject">>, reason: unknown): void {
  for (const { reject } of waiting) {
    reject(reason);
  }
}
