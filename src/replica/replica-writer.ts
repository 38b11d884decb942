import { GatehouseError } from "../errors.ts";
import type { Change } from "../model/change.ts";
import type { State } from "../model/state.ts";
import type { CommitListener, Writer } from "../writer/writer.ts";

export interface ReplicaWriterOptions {
  readonly state: State;
  readonly position: number;
  /** Called with the error of a listener. */
  readonly onFailure: (error: unknown) => void;
}

/** The state of a replica: it follows the origin, and accepts no commands. */
export class ReplicaWriter implements Writer {
  readonly waitingCount = 0;
  readonly #listeners = new Set<CommitListener>();
  readonly #onFailure: (error: unknown) => void;
  #state: State;
  #position: number;

  constructor({ state, position, onFailure }: ReplicaWriterOptions) {
    this.#state = state;
    this.#position = position;
    this.#onFailure = onFailure;
  }

  get state(): State {
    return this.#state;
  }

  get position(): number {
    return this.#position;
  }

  onCommit(listener: CommitListener): () => void {
    const registered: CommitListener = (changes, state) => listener(changes, state);
    this.#listeners.add(registered);
    return () => void this.#listeners.delete(registered);
  }

  /** Makes a newer state of the origin visible. */
  advance(changes: readonly Change[], state: State, position: number): void {
    this.#state = state;
    this.#position = position;
    for (const listener of this.#listeners) {
      try {
        listener(changes, state);
      } catch (error) {
        this.#onFailure(error);
      }
    }
  }

  submit(): Promise<never> {
    return refused();
  }

  submitInSteps(): Promise<never> {
    return refused();
  }

  async close(): Promise<void> {
    this.#listeners.clear();
  }
}

async function refused(): Promise<never> {
  throw new GatehouseError("unavailable", "A replica changes nothing; its origin does");
}
