import type { Term } from "./term.ts";

/** The constant name of a feature, or the term of a name that depends on the context. */
export type Reference = string | Term;

/** Estimated memory of a compiled operator; references share most of theirs. */
const bytesPerOperator = 160;
const bytesPerReference = 32;

/** What one expression needs beside its context, collected while it is compiled. */
export class Compilation {
  /**
   * The features that the expression refers to. A constant name is here once. A term comes after
   * the references that are in it.
   */
  readonly references: Reference[] = [];
  readonly #slots = new Map<string, number>();
  #operatorCount = 0;
  #referenceCount = 0;
  #drawCount = 0;

  /** An estimate of the memory that the compiled expression uses. */
  get keptBytes(): number {
    const others = this.#operatorCount - this.#referenceCount;
    return others * bytesPerOperator + this.#referenceCount * bytesPerReference;
  }

  /** How many operators `Random` there are. */
  get drawCount(): number {
    return this.#drawCount;
  }

  countOperator(): void {
    this.#operatorCount += 1;
  }

  /** The position of a feature in `references`. */
  slotOf(name: string): number {
    this.#referenceCount += 1;
    let slot = this.#slots.get(name);
    if (slot === undefined) {
      slot = this.references.push(name) - 1;
      this.#slots.set(name, slot);
    }
    return slot;
  }

  /** The position of a feature in `references` whose name depends on the context. */
  slotOfTerm(name: Term): number {
    return this.references.push(name) - 1;
  }

  /** A number for each operator `Random`. */
  nextDraw(): number {
    this.#drawCount += 1;
    return this.#drawCount - 1;
  }
}
