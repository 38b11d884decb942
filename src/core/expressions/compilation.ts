import type { Term } from "./term.ts";

/** The constant name of a feature, or the term of a name that depends on the context. */
export type Reference = string | Term;

/** The inputs of one expression in addition to its context, collected while it is compiled. */
export class Compilation {
  /**
   * The features that the expression refers to. A constant name appears once. A term comes after
   * the references that it contains.
   */
  readonly references: Reference[] = [];
  /** How many operators `Random` there are so far. */
  drawCount = 0;
  readonly #slots = new Map<Reference, number>();

  /** The position of a feature in `references`. */
  slotOf(reference: Reference): number {
    let slot = this.#slots.get(reference);
    if (slot === undefined) {
      slot = this.references.push(reference) - 1;
      this.#slots.set(reference, slot);
    }
    return slot;
  }
}
