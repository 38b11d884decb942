/**
 * Thrown if an operator has no result for its arguments. `compileExpression` catches it; then the
 * gate is closed.
 */
export class EvaluationError extends Error {
  override readonly name = "EvaluationError";
}
