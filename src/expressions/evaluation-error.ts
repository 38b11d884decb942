/** Arguments an operator has no meaning for. It never leaves the room: the gate stays closed. */
export class EvaluationError extends Error {
  override readonly name = "EvaluationError";
}
