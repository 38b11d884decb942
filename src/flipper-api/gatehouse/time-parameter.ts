import { GatehouseError } from "../../errors.ts";
import { EvaluationError } from "../../expressions/evaluation-error.ts";
import { TimeValue } from "../../expressions/time-value.ts";

const msPerSecond = 1_000;

/**
 * Milliseconds since the epoch of a time in the format of RFC 3339, or of a date (midnight UTC).
 * Throws `parameter_invalid`, naming the parameter.
 */
export function timeIn(name: string, text: string): number {
  try {
    return Math.round(TimeValue.parse(text).epochSeconds * msPerSecond);
  } catch (error) {
    if (!(error instanceof EvaluationError)) {
      throw error;
    }
    const message = `${name} must be a time such as 2026-01-15T09:30:00Z, or a date`;
    throw new GatehouseError("parameter_invalid", message, { cause: error });
  }
}
