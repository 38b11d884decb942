/**
 * An operator has no result for its arguments. `compileExpression` catches it: the gate is closed.
 */
export class EvaluationError extends Error {
  override readonly name = "EvaluationError";
}
