import { applyChange } from "../state/apply.ts";
import type { Change } from "../state/change.ts";
import type { IdentifiedNoun, State } from "../state/state.ts";

/**
 * What a command works on: the state that the commands before it left, and the changes it makes
 * to it. Nothing here is visible to a reader until the writer has committed it.
 */
export class Draft {
  /** Milliseconds since the epoch; one moment for the whole command. */
  readonly now: number;
  readonly #changes: Change[] = [];
  #state: State;

  constructor(state: State, now: number) {
    this.#state = state;
    this.now = now;
  }

  get state(): State {
    return this.#state;
  }

  get changes(): readonly Change[] {
    return this.#changes;
  }

  record(change: Change): void {
    this.#changes.push(change);
    this.#state = applyChange(this.#state, change);
  }

  /** An id that no thing of this kind ever had. */
  nextId(noun: IdentifiedNoun): number {
    return this.#state.lastIds[noun] + 1;
  }
}
