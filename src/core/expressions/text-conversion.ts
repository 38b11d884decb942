import { EvaluationError } from "./evaluation-error.ts";
import type { Value } from "./expression-value.ts";
import { TimeValue } from "./time-value.ts";

/** Throws an `EvaluationError` where `toTextOrNull` gives null. */
export function toText(value: Value): string {
  const text = toTextOrNull(value);
  if (text === null) {
    throw new EvaluationError("not_text");
  }
  return text;
}

/**
 * Null for lists and objects, whose text differs between Ruby's versions, and for times outside the
 * range of `Date`. A null value becomes the empty text. A number has JavaScript's format: 5.0
 * becomes `5`, as JSON does not distinguish the two here.
 */
export function toTextOrNull(value: Value): string | null {
  if (typeof value === "string") {
    return value;
  }
  if (value === null) {
    return "";
  }
  if (value instanceof TimeValue) {
    return value.toText();
  }
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}
