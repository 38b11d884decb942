/** Why an operator has no result; `explainExpression` has the messages for people. */
export type EvaluationFailure =
  | "not_limit"
  | "not_number"
  | "not_percentage"
  | "not_text"
  | "not_time"
  | "time_out_of_range";

/**
 * Thrown if an operator has no result for its arguments. `compileExpression` catches it; then the
 * gate does not match.
 */
export class EvaluationError extends Error {
  readonly failure: EvaluationFailure;

  constructor(failure: EvaluationFailure) {
    super(failure);
    this.failure = failure;
  }
}
