import { EvaluationError } from "./evaluation-error.ts";
import type { Value } from "./expression-value.ts";
import { TimeValue } from "./time-value.ts";

/** A value as text; a list, an object or a time beyond the calendar fails. */
export function toText(value: Value): string {
  const text = textOf(value);
  if (text === null) {
    throw new EvaluationError("A list or an object is not text");
  }
  return text;
}

/**
 * A value as text, null where `toText` fails: Ruby's versions do not agree on the text of lists
 * and objects. Null is empty; a number prints as JavaScript prints it, 5.0 as `5`, since JSON does
 * not tell the two apart here.
 */
export function textOf(value: Value): string | null {
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
