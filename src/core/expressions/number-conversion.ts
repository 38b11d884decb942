import { EvaluationError } from "./evaluation-error.ts";
import type { Value } from "./expression-value.ts";
import { TimeValue } from "./time-value.ts";

const integerPrefix = /^[ \t\n\v\f\r]*([+-]?\d+(?:_\d+)*)/;
const decimalPrefix =
  /^[ \t\n\v\f\r]*([+-]?(?:\d+(?:_\d+)*(?:\.\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+(?:_\d+)*)?)/;

/**
 * Converts as Ruby does: text without a point is read as an integer, so "1e3" is 1. Null is 0; a
 * time is its seconds since the epoch. Throws an `EvaluationError` for booleans, lists and objects.
 */
export function toNumber(value: Value): number {
  return typeof value === "string" && !value.includes(".")
    ? numberAtStart(value, integerPrefix)
    : toDecimal(value);
}

/** Like `toNumber`, but reads all text as decimals, so "1e3" is 1,000. */
export function toDecimal(value: Value): number {
  if (typeof value === "number") {
    return value;
  }
  if (typeof value === "string") {
    return numberAtStart(value, decimalPrefix);
  }
  if (value === null) {
    return 0;
  }
  if (value instanceof TimeValue) {
    return value.epochSeconds;
  }
  throw new EvaluationError("not_number");
}

/**
 * The number at the start of a text, as in Ruby (`_` is allowed between digits); 0 if there is
 * none.
 */
function numberAtStart(text: string, prefix: RegExp): number {
  return Number((prefix.exec(text)?.[1] ?? "0").replaceAll("_", ""));
}
