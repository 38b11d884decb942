/** A result as it is shown: long texts are cut, and lists and objects are their JSON. */
export interface ShownValue {
  readonly type: "text" | "number" | "boolean" | "null" | "time" | "list" | "object";
  readonly text: string;
}

/** An operator or a constant of an expression, with its result for one actor. */
export interface ExplainedTerm {
  /** Null for a constant. */
  readonly operator: string | null;
  /** Null if the evaluation of the term failed. */
  readonly value: ShownValue | null;
  /** Why the evaluation of this operator failed; null if it did not, or an operand failed. */
  readonly error: string | null;
  /** The first operand that decided the result of `All` or `Any`; null if all of them did. */
  readonly decidedBy: number | null;
  readonly operands: readonly ExplainedTerm[];
}
