import { actorOfAuthor, type NewAct } from "./act.ts";
import { actOfChange, mayBeAct } from "./act-of-change.ts";
import { applyChangeList, applyChangesInSteps } from "./apply-change-list.ts";
import type { Change } from "./change.ts";
import { noteAuthor } from "./change-author.ts";
import type { Permit } from "./permit.ts";
import type { EntityKind, State } from "./state.ts";

/**
 * The working copy of one command: the state after the commands before it, and the changes that it
 * records. Readers see the changes after the writer has committed them.
 */
export class Draft {
  /** Milliseconds since the epoch; the same time for the whole command. */
  readonly now: number;
  /** The author of the command for the log, such as `User 5`; null if unknown. */
  author: string | null = null;
  readonly #changes: Change[] = [];
  readonly #lastIds = new Map<EntityKind, number>();
  readonly #steps = new Map<number, number>();
  readonly #permits = new Map<number, Permit>();
  /** The state before the command. */
  readonly before: State;
  #state: State;
  /** How many of the changes are applied to `#state`. */
  #appliedCount = 0;

  constructor(state: State, now: number) {
    this.#state = state;
    this.before = state;
    this.now = now;
  }

  /**
   * The state with all recorded changes. They are applied when this is read: a command with many
   * changes is several times faster if it does not read the state between them.
   */
  get state(): State {
    if (this.#appliedCount < this.#changes.length) {
      this.#state = applyChangeList(this.#state, this.#changes.slice(this.#appliedCount));
      this.#appliedCount = this.#changes.length;
    }
    return this.#state;
  }

  /** Applies the recorded changes in steps; the result is `state`. */
  *applyInSteps(): Generator<void, State> {
    const unapplied = this.#changes.slice(this.#appliedCount);
    if (unapplied.length === 0) {
      return this.#state;
    }
    this.#state = yield* applyChangesInSteps(this.#state, unapplied);
    this.#appliedCount += unapplied.length;
    return this.#state;
  }

  get changes(): readonly Change[] {
    return this.#changes;
  }

  /** Records a change, and the act that it is. */
  record(change: Change): void {
    if (mayBeAct(change)) {
      const act = actOfChange(this.state, change);
      if (act !== null) {
        this.recordAct(act);
      }
    }
    if (this.author !== null) {
      noteAuthor(change, this.author);
    }
    this.#changes.push(change);
  }

  /** Records an act of the author of this command, unless it names another one. */
  recordAct({ actor = actorOfAuthor(this.author), ...act }: NewAct): void {
    this.#changes.push({ kind: "act.recorded", act: { ...act, actor, at: this.now } });
  }

  /**
   * A new id, which is never used again for an entity of this kind (docs/decisions.md#identifiers).
   */
  nextId(entity: EntityKind): number {
    const id = Math.max(this.#state.lastIds[entity], this.#lastIds.get(entity) ?? 0) + 1;
    this.#lastIds.set(entity, id);
    return id;
  }

  /**
   * Allows this command to change a protected environment (docs/internals.md#permits). The writer
   * refuses changes without a permit.
   */
  permit(environmentId: number, permit: Permit): void {
    this.#permits.set(environmentId, permit);
  }

  permitOf(environmentId: number): Permit | undefined {
    return this.#permits.get(environmentId);
  }

  /** Whether an audit of this command in an environment is recorded already. */
  hasStep(environmentId: number): boolean {
    return this.#steps.has(environmentId);
  }

  /**
   * The sequence of this command's first audit in an environment. Call it before that audit is
   * recorded, so that no change has to be applied for it.
   */
  stepOf(environmentId: number): number {
    let step = this.#steps.get(environmentId);
    if (step === undefined) {
      step = (this.#state.auditSequences.get(environmentId) ?? 0) + 1;
      this.#steps.set(environmentId, step);
    }
    return step;
  }
}
