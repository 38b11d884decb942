import { GatehouseError } from "../../core/errors.ts";
import { runSteps } from "../../core/evaluation/run-steps.ts";
import { Draft } from "../../core/model/draft.ts";
import type { State } from "../../core/model/state.ts";
import type { ImmediateStorage } from "../../storage/storage.ts";
import { afterCommand } from "./after-command.ts";
import { CommitListeners, ownCommit } from "./commit-listeners.ts";
import type { LocalWriterOptions } from "./local-writer.ts";
import { advanceRevisions } from "./revisions.ts";
import type { Command, CommitListener, SteppedCommand, Writer } from "./writer.ts";

export interface ImmediateWriterOptions extends LocalWriterOptions {
  readonly storage: ImmediateStorage;
}

/**
 * The writer of a storage that never waits: a command is done, and visible to readers, when
 * `submit` returns its promise. A long command blocks the event loop until then.
 */
export class ImmediateWriter implements Writer {
  readonly waitingCount = 0;
  readonly #options: ImmediateWriterOptions;
  readonly #listeners: CommitListeners;
  #state: State;
  #position: number;
  #isClosed = false;

  constructor(options: ImmediateWriterOptions) {
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

  onCommit(listener: CommitListener): () => void {
    return this.#listeners.add(listener);
  }

  /** Nothing else writes to the storage, so the state is never replaced. */
  onReload(): () => void {
    return () => undefined;
  }

  /** An async function runs synchronously up to its first `await`, and there is none. */
  async submit<Answer>(command: Command<Answer>): Promise<Answer> {
    if (this.#isClosed) {
      throw new GatehouseError("unavailable", { message: "The server is stopping" });
    }
    const draft = new Draft(this.#state, this.#options.now());
    const answer = command(draft);
    afterCommand(draft);
    if (draft.changes.length > 0) {
      this.#commit(draft);
    }
    return answer;
  }

  submitInSteps<Answer>(command: SteppedCommand<Answer>): Promise<Answer> {
    return this.submit((draft) => runSteps(command(draft)));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  #commit({ state, changes }: Draft): void {
    const { storage, now } = this.#options;
    const revisions = advanceRevisions(this.#state, state, changes, now());
    this.#position = storage.commitNow({
      id: crypto.randomUUID(),
      changes: [...changes, ...revisions.changes],
      before: this.#state,
      after: revisions.state,
      position: this.#position,
    });
    this.#state = revisions.state;
    this.#listeners.notifyNow(changes, this.#state, ownCommit);
  }
}
