import type { State } from "../model/state.ts";
import type { LoggedCommit } from "../storage/shared-storage.ts";
import { FollowedState } from "./followed-state.ts";
import type { CommitListener, ReloadListener, Writer, WriterStart } from "./writer.ts";

export interface FollowingWriterOptions extends Omit<WriterStart, "now"> {
  /** What refuses each command, such as a refusal that says where changes are made. */
  readonly refusal: () => Error;
}

/** A writer that makes no commits, but is told of those of other processes. */
export class FollowingWriter implements Writer {
  readonly waitingCount = 0;
  readonly #followed: FollowedState;
  readonly #refusal: () => Error;
  /** Resolves when what it was told is applied. */
  #told: Promise<void> = Promise.resolve();

  constructor(options: FollowingWriterOptions) {
    this.#followed = new FollowedState(options);
    this.#refusal = options.refusal;
  }

  get state(): State {
    return this.#followed.state;
  }

  get position(): number {
    return this.#followed.position;
  }

  onCommit(listener: CommitListener): () => void {
    return this.#followed.listeners.add(listener);
  }

  onReload(listener: ReloadListener): () => void {
    return this.#followed.listeners.addForReloads(listener);
  }

  async submit(): Promise<never> {
    throw this.#refusal();
  }

  async submitInSteps(): Promise<never> {
    throw this.#refusal();
  }

  /**
   * Applies commits, oldest first, after those that it was given before; resolves when readers see
   * them. Rejects with a `LogLostError` if a commit is missing or was not made on this state, which
   * must be replaced then, and with a `StorageError` for a form that this version does not know.
   */
  follow(commits: readonly LoggedCommit[]): Promise<void> {
    return this.#next(() => this.#followed.follow(commits));
  }

  /** Replaces the state by one that was loaded. */
  replace(state: State, position: number): Promise<void> {
    return this.#next(() => this.#followed.replace(state, position));
  }

  async close(): Promise<void> {
    await this.#told;
  }

  #next(work: () => Promise<void>): Promise<void> {
    const done = this.#told.then(work);
    this.#told = done.catch(() => undefined);
    return done;
  }
}
