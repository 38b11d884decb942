import { GatehouseError } from "../../core/errors.ts";
import { InvariantError } from "../../core/invariant-error.ts";
import { requireFollowing } from "../../core/model/commit-invariants.ts";
import type { State } from "../../core/model/state.ts";
import {
  type Batch,
  CommitInDoubtError,
  type Storage,
  UnstorableChangesError,
} from "../../storage/storage.ts";
import { CommandQueue, processInHalves, rejectAll } from "./command-queue.ts";
import { CommitListeners, ownCommit } from "./commit-listeners.ts";
import {
  type BatchRun,
  type PendingAnswer,
  type QueuedCommand,
  queuedCommand,
  queuedLongCommand,
  runBatch,
} from "./queued-command.ts";
import { advanceRevisions } from "./revisions.ts";
import type { Command, CommitListener, SteppedCommand, Writer, WriterStart } from "./writer.ts";

export interface LocalWriterOptions extends WriterStart {
  readonly storage: Storage;
}

/** How long callers wait for the outcome of a commit in doubt. */
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
  readonly #listeners: CommitListeners;
  readonly #queue = new CommandQueue();
  #state: State;
  #position: number;
  /** Resolves when the queue is empty; null while nothing is processed. */
  #processing: Promise<void> | null = null;
  /** Whether the outcome of the last commit is unknown; until then nothing else is accepted. */
  #isInDoubt = false;
  #isClosed = false;

  constructor(options: LocalWriterOptions) {
    this.#options = options;
    this.#listeners = new CommitListeners(options.onFailure);
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
    return this.#listeners.add(listener);
  }

  /** Nothing else writes to the storage, so the state is never replaced. */
  onReload(): () => void {
    return () => undefined;
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
      command.reject(new GatehouseError("unavailable", { message: "The server is stopping" }));
    } else if (this.#isInDoubt) {
      command.reject(new GatehouseError("unavailable"));
    } else {
      try {
        this.#queue.add(command);
      } catch (error) {
        command.reject(error);
        return;
      }
      this.#processing ??= this.#processQueue();
    }
  }

  async #processQueue(): Promise<void> {
    while (this.#queue.length > 0) {
      await this.#queue.processNext((batch) =>
        processInHalves(batch, (part) => this.#process(part)),
      );
    }
    this.#processing = null;
  }

  /**
   * Runs, commits and answers a batch. Rejects with an `UnstorableChangesError` before any command
   * is answered.
   */
  async #process(batch: readonly QueuedCommand[]): Promise<void> {
    const ran = await runBatch(batch, this.#state, this.#options.now);
    try {
      await this.#commit(ran);
    } catch (error) {
      if (error instanceof UnstorableChangesError) {
        throw error;
      }
      if (error instanceof InvariantError) {
        this.#break(error, ran.answers);
      }
      rejectAll(ran.answers, new GatehouseError("unavailable", { cause: error }));
      return;
    }
    for (const { settle } of ran.answers) {
      settle();
    }
  }

  /** Commits nothing more: the state in memory is wrong. */
  #break(error: InvariantError, answers: readonly PendingAnswer[]): void {
    this.#isClosed = true;
    this.#options.onFailure(error);
    const unknown = new GatehouseError("unavailable", { message: unknownOutcome, cause: error });
    rejectAll(answers, unknown);
    this.#queue.rejectAll(new GatehouseError("unavailable", { cause: error }));
  }

  /** Stores the changes of a batch, then makes them visible. Rejects if they are not committed. */
  async #commit({ changes, state, answers }: BatchRun): Promise<void> {
    if (changes.length === 0) {
      return;
    }
    const { storage, now, onApplied } = this.#options;
    const revisions = advanceRevisions(this.#state, state, changes, now());
    const batch: Batch = {
      id: crypto.randomUUID(),
      changes: [...changes, ...revisions.changes],
      before: this.#state,
      after: revisions.state,
      position: this.#position,
    };
    let position: number;
    try {
      position = await storage.commit(batch);
    } catch (error) {
      if (!(error instanceof UnstorableChangesError)) {
        this.#reportFailure(error);
      }
      if (!(error instanceof CommitInDoubtError)) {
        throw error;
      }
      position = await this.#findInDoubt(batch.id, answers, error);
    }
    requireFollowing(batch, this.#state, position);
    this.#position = position;
    this.#state = revisions.state;
    onApplied?.({
      position: this.#position,
      batchId: batch.id,
      changes: batch.changes,
      state: this.#state,
    });
    await this.#listeners.notify(changes, this.#state, ownCommit);
  }

  /**
   * The position of a commit that was in doubt; rejects with `doubt` if it was not committed.
   * Nothing else is committed until the outcome is known, as the current state is unknown too. The
   * callers get an error after a while, and other commands are refused at once.
   */
  async #findInDoubt(
    batchId: string,
    answers: readonly PendingAnswer[],
    doubt: CommitInDoubtError,
  ): Promise<number> {
    const unknown = new GatehouseError("unavailable", { message: unknownOutcome, cause: doubt });
    const timer = setTimeout(() => rejectAll(answers, unknown), doubtAnswerMs);
    this.#isInDoubt = true;
    this.#queue.rejectAll(new GatehouseError("unavailable", { cause: doubt }));
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

  /** Repeats the lookup until there is a result; undefined if the writer is closed before. */
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

  /** In a microtask, so that the commands are answered even if `onFailure` throws. */
  #reportFailure(error: unknown): void {
    queueMicrotask(() => this.#options.onFailure(error));
  }
}
