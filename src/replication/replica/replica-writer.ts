import { CommitListeners, foreignCommit } from "../../app/writer/commit-listeners.ts";
import type { CommitListener, ReloadListener, Writer } from "../../app/writer/writer.ts";
import { GatehouseError } from "../../core/errors.ts";
import type { Change } from "../../core/model/change.ts";
import type { State } from "../../core/model/state.ts";

export interface ReplicaWriterOptions {
  readonly state: State;
  readonly position: number;
  /** Called with the error of a listener. */
  readonly onFailure: (error: unknown) => void;
}

/** The state of a replica: it follows the primary, and accepts no commands. */
export class ReplicaWriter implements Writer {
  readonly waitingCount = 0;
  readonly #listeners: CommitListeners;
  #state: State;
  #position: number;

  constructor({ state, position, onFailure }: ReplicaWriterOptions) {
    this.#state = state;
    this.#position = position;
    this.#listeners = new CommitListeners(onFailure);
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

  onReload(listener: ReloadListener): () => void {
    return this.#listeners.addForReloads(listener);
  }

  /** Makes a later state of the primary visible. */
  advance(changes: readonly Change[], state: State, position: number): void {
    this.#state = state;
    this.#position = position;
    this.#listeners.notifyNow(changes, state, foreignCommit);
  }

  /** Makes another state visible: listeners must drop their knowledge of earlier ones. */
  async reload(state: State, position: number): Promise<void> {
    this.#state = state;
    this.#position = position;
    await this.#listeners.notifyReload(state);
  }

  submit(): Promise<never> {
    return refused();
  }

  submitInSteps(): Promise<never> {
    return refused();
  }

  async close(): Promise<void> {
    return undefined;
  }
}

async function refused(): Promise<never> {
  throw new GatehouseError("unavailable", {
    message: "A replica cannot change anything; send the change to its origin",
  });
}
