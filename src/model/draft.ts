import { applyChangeList } from "./apply-change-list.ts";
import type { Change } from "./change.ts";
import type { EntityKind, State } from "./state.ts";

/**
 * What a command works on: the state that the commands before it left, and the changes it makes
 * to it. Nothing here is visible to a reader until the writer has committed it.
 */
export class Draft {
  /** Milliseconds since the epoch; one moment for the whole command. */
  readonly now: number;
  readonly #changes: Change[] = [];
  readonly #lastIds = new Map<EntityKind, number>();
  #state: State;
  /** How many of the changes the state has. */
  #appliedCount = 0;

  constructor(state: State, now: number) {
    this.#state = state;
    this.now = now;
  }

  /**
   * With all changes so far, which are applied when it is asked for: a command of many changes is
   * several times faster if it does not ask between them.
   */
  get state(): State {
    if (this.#appliedCount < this.#changes.length) {
      this.#state = applyChangeList(this.#state, this.#changes.slice(this.#appliedCount));
      this.#appliedCount = this.#changes.length;
    }
    return this.#state;
  }

  get changes(): readonly Change[] {
    return this.#changes;
  }

  record(change: Change): void {
    this.#changes.push(change);
  }

  /** An id that no thing of this kind ever had, nor will get from here. */
  nextId(noun: EntityKind): number {
    const id = Math.max(this.#state.lastIds[noun], this.#lastIds.get(noun) ?? 0) + 1;
    this.#lastIds.set(noun, id);
    return id;
  }
}
