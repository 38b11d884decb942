import { GatehouseError } from "../errors.ts";
import type { Change } from "../model/change.ts";
import { Draft } from "../model/draft.ts";
import type { State } from "../model/state.ts";
import type { Storage } from "../storage/storage.ts";
import { advanceRevisions } from "./revisions.ts";

/** Decides on the state it is given; throws a `GatehouseError` to refuse, and then changes nothing. */
export type Command<Answer> = (draft: Draft) => Answer;

/** Told of every commit that changed something, after readers see it and before it is answered. */
export type CommitListener = (changes: readonly Change[], state: State) => void;

export interface WriterOptions {
  readonly storage: Storage;
  readonly state: State;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Told why a commit failed, whose commands are answered 503, and what a listener threw. */
  readonly onFailure: (error: unknown) => void;
}

const waitingMax = 10_000;
/** Bounds how long one transaction keeps readers waiting. */
const commandsPerCommitMax = 256;

interface Waiting {
  /** Runs the command; returns what to tell its caller once the commit is kept. */
  readonly run: (state: State) => { readonly draft: Draft; readonly settle: () => void };
  readonly reject: (error: unknown) => void;
}

/**
 * The one place that changes the state. Commands run in order, each on what the one before it
 * left; those that wait when a transaction starts share its commit, and none is answered before
 * it (DESIGN.md section 5). Sharing is what makes durable writes cheap: the disk is asked once.
 */
export class Writer {
  readonly #options: WriterOptions;
  readonly #listeners = new Set<CommitListener>();
  #state: State;
  readonly #waiting: Waiting[] = [];
  #working: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#state = options.state;
  }

  /** What is committed; what every reader sees. */
  get state(): State {
    return this.#state;
  }

  get waitingCount(): number {
    return this.#waiting.length;
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
   * Resolves with the command's answer when its changes are durable. Rejects with the command's
   * own refusal, or with `unavailable` when the queue is full or the storage failed.
   */
  submit<Answer>(command: Command<Answer>): Promise<Answer> {
    if (this.#isClosed) {
      return Promise.reject(new GatehouseError("unavailable", "The server is stopping"));
    }
    if (this.#waiting.length >= waitingMax) {
      return Promise.reject(new GatehouseError("unavailable", "Too many changes are waiting"));
    }
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.#waiting.push({
      run: (state) => {
        const draft = new Draft(state, this.#options.now());
        const answer = command(draft);
        return { draft, settle: () => resolve(answer) };
      },
      reject,
    });
    this.#working ??= this.#work();
    return promise;
  }

  /** Accepts nothing more and resolves when everything accepted is answered. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#working;
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gathered();
      await this.#commit(this.#waiting.splice(0, commandsPerCommitMax));
    }
    this.#working = null;
  }

  /**
   * Resolves once a turn of the event loop brings no more commands: requests that have arrived
   * need a few turns to become commands, and each that still joins saves a commit.
   */
  async #gathered(): Promise<void> {
    let before: number;
    do {
      before = this.#waiting.length;
      await new Promise((resume) => setImmediate(resume));
    } while (this.#waiting.length > before && this.#waiting.length < commandsPerCommitMax);
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    const changes: Change[] = [];
    const settled: { readonly settle: () => void; readonly reject: Waiting["reject"] }[] = [];
    let state = this.#state;
    for (const { run, reject } of batch) {
      try {
        const { draft, settle } = run(state);
        state = draft.state;
        for (const change of draft.changes) {
          changes.push(change);
        }
        settled.push({ settle, reject });
      } catch (error) {
        // A refusal rests on what the batch has done so far, so it too waits for the commit.
        settled.push({ settle: () => reject(error), reject });
      }
    }
    try {
      await this.#keep(changes, state);
    } catch (error) {
      this.#tell(error);
      for (const { reject } of settled) {
        reject(new GatehouseError("unavailable", undefined, { cause: error }));
      }
      return;
    }
    for (const { settle } of settled) {
      settle();
    }
  }

  /** Makes changes durable, then visible. Rejects as the storage does, and then they are neither. */
  async #keep(changes: readonly Change[], after: State): Promise<void> {
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
        this.#tell(error);
      }
    }
  }

  /** In a turn of its own: were it to throw, the commands would still be answered. */
  #tell(error: unknown): void {
    queueMicrotask(() => this.#options.onFailure(error));
  }
}
