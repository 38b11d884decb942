/**
 * Something that must always hold does not: the program is wrong, and so is what it would do next.
 * The message begins with the name of the invariant. A server logs it and ends
 * (docs/reliability.md#invariants).
 */
export class InvariantError extends Error {
  override readonly name = "InvariantError";
}
