import { EvaluationError } from "./evaluation-error.ts";
import type { Value } from "./expression-value.ts";
import { TimeValue } from "./time-value.ts";

const integerPrefix = /^[ \t\n\v\f\r]*([+-]?\d+(?:_\d+)*)/;
const decimalPrefix =
  /^[ \t\n\v\f\r]*([+-]?(?:\d+(?:_\d+)*(?:\.\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+(?:_\d+)*)?)/;

/**
 * A value as a number: text without a point is read as an integer, so "1e3" is 1; null is 0, a
 * time its epoch seconds; booleans, lists and objects fail.
 */
export function toNumber(value: Value): number {
  return typeof value === "string" && !value.includes(".")
    ? prefixOf(value, integerPrefix)
    : toDecimal(value);
}

/** The same, with any text read as a decimal, so "1e3" is 1,000. */
export function toDecimal(value: Value): number {
  if (typeof value === "number") {
    return value;
  }
  if (typeof value === "string") {
    return prefixOf(value, decimalPrefix);
  }
  if (value === null) {
    return 0;
  }
  if (value instanceof TimeValue) {
    return value.epochSeconds;
  }
  throw new EvaluationError("A boolean, a list or an object is not a number");
}

/** What a text starts with, as Ruby reads it (`_` between digits allowed), 0 if it is no number. */
function prefixOf(text: string, prefix: RegExp): number {
  return Number((prefix.exec(text)?.[1] ?? "0").replaceAll("_", ""));
}
