import { GatehouseError } from "../errors.ts";
import type { Change } from "../model/change.ts";
import { Draft } from "../model/draft.ts";
import type { State } from "../model/state.ts";
import type { Storage } from "../storage/storage.ts";
import { advanceRevisions } from "./revisions.ts";

/**
 * Reads the draft's state, records changes in the draft, and returns the answer. If it throws, its
 * changes are dropped; a `GatehouseError` is a refusal.
 */
export type Command<Answer> = (draft: Draft) => Answer;

/**
 * Called after each commit with changes: readers see them already, callers are not answered yet.
 */
export type CommitListener = (changes: readonly Change[], state: State) => void;

export interface WriterOptions {
  readonly storage: Storage;
  readonly state: State;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called with the error of a failed commit or of a listener. */
  readonly onFailure: (error: unknown) => void;
}

const queueLengthMax = 10_000;
/** Limits how long one transaction keeps the event loop from serving reads. */
const commandsPerCommitMax = 256;

interface QueuedCommand {
  /** Runs the command. `settle` answers its caller, and is called after the commit. */
  readonly run: (state: State) => { readonly draft: Draft; readonly settle: () => void };
  readonly reject: (error: unknown) => void;
}

/**
 * Applies all changes of the state, one command after the other. Commands that wait when a
 * transaction starts share its commit, and all are answered after it
 * (docs/decisions.md#durability). A shared commit makes durable writes fast, as the disk is
 * synchronized once.
 */
export class Writer {
  readonly #options: WriterOptions;
  readonly #listeners = new Set<CommitListener>();
  /** The committed state. */
  #state: State;
  readonly #queue: QueuedCommand[] = [];
  /** Resolves when the queue is empty; null while nothing is processed. */
  #processing: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#state = options.state;
  }

  /** The committed state, which all readers use. */
  get state(): State {
    return this.#state;
  }

  /** How many commands wait for a commit to start. */
  get waitingCount(): number {
    return this.#queue.length;
  }

  /** Calls the listener after each commit, until the returned function is called. */
  onCommit(listener: CommitListener): () => void {
    const registered: CommitListener = (changes, state) => listener(changes, state);
    this.#listeners.add(registered);
    return () => {
      this.#listeners.delete(registered);
    };
  }

  /**
   * Resolves with the command's answer when its changes are durable. Rejects with the error that
   * the command threw, or with `unavailable` if the queue is full, the commit fails or the writer
   * is closed.
   */
  submit<Answer>(command: Command<Answer>): Promise<Answer> {
    if (this.#isClosed) {
      return Promise.reject(new GatehouseError("unavailable", "The server is stopping"));
    }
    if (this.#queue.length >= queueLengthMax) {
      return Promise.reject(new GatehouseError("unavailable", "Too many changes are waiting"));
    }
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.#queue.push({
      run: (state) => {
        const draft = new Draft(state, this.#options.now());
        const answer = command(draft);
        return { draft, settle: () => resolve(answer) };
      },
      reject,
    });
    this.#processing ??= this.#processQueue();
    return promise;
  }

  /** Accepts no more commands, and resolves when all accepted ones are answered. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#processing;
  }

  async #processQueue(): Promise<void> {
    while (this.#queue.length > 0) {
      await this.#untilQueueStopsGrowing();
      await this.#commit(this.#queue.splice(0, commandsPerCommitMax));
    }
    this.#processing = null;
  }

  /**
   * Resolves when the queue has not grown during a turn of the event loop, or when a batch is full.
   * Requests need a few turns until they are commands, and each that joins the batch saves a
   * commit.
   */
  async #untilQueueStopsGrowing(): Promise<void> {
    let before: number;
    do {
      before = this.#queue.length;
      await new Promise((resume) => setImmediate(resume));
    } while (this.#queue.length > before && this.#queue.length < commandsPerCommitMax);
  }

  async #commit(batch: readonly QueuedCommand[]): Promise<void> {
    const changes: Change[] = [];
    const results: { readonly settle: () => void; readonly reject: QueuedCommand["reject"] }[] = [];
    let state = this.#state;
    for (const { run, reject } of batch) {
      try {
        const { draft, settle } = run(state);
        state = draft.state;
        for (const change of draft.changes) {
          changes.push(change);
        }
        results.push({ settle, reject });
      } catch (error) {
        // A refusal can depend on earlier commands of the batch, so it is answered after the
        // commit.
        results.push({ settle: () => reject(error), reject });
      }
    }
    try {
      await this.#persist(changes, state);
    } catch (error) {
      this.#reportFailure(error);
      for (const { reject } of results) {
        reject(new GatehouseError("unavailable", undefined, { cause: error }));
      }
      return;
    }
    for (const { settle } of results) {
      settle();
    }
  }

  /**
   * Stores the changes, then makes them visible. If storing fails, rejects without doing the
   * latter.
   */
  async #persist(changes: readonly Change[], after: State): Promise<void> {
    if (changes.length === 0) {
      return;
    }
    const revisions = advanceRevisions(this.#state, after, changes, this.#options.now());
    await this.#options.storage.commit([...changes, ...revisions.changes]);
    this.#state = revisions.state;
    for (const listener of this.#listeners) {
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
