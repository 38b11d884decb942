import { compareUtf8 } from "../text/compare-utf8.ts";
import { TimeValue } from "./time-value.ts";

/** Any JSON, which properties can contain, or a `TimeValue`. */
export type Value = unknown;

const depthMax = 32;

/** As in Ruby, all values except false and null count as true, also 0 and "". */
export function isTruthy(value: Value): boolean {
  return value !== false && value !== null;
}

/**
 * Like Ruby's `==`: values of different kinds are unequal; lists and objects are compared by their
 * contents. Values nested deeper than 32 levels are unequal, so that no property can overflow the
 * stack.
 */
export function isEqual(left: Value, right: Value, depth = 0): boolean {
  if (left === right) {
    return true;
  }
  if (!isObject(left) || !isObject(right) || depth === depthMax) {
    return false;
  }
  if (left instanceof TimeValue || right instanceof TimeValue) {
    return compareValues(left, right) === 0;
  }
  const entries = Object.entries(left);
  const others = new Map<string, Value>(Object.entries(right));
  return (
    Array.isArray(left) === Array.isArray(right) &&
    entries.length === others.size &&
    entries.every(([key, item]) => isEqual(item, others.get(key), depth + 1))
  );
}

/**
 * Below 0, 0 or above 0 for two numbers, two times or two strings, which are ordered by UTF-8
 * bytes. NaN for all other pairs, so that every comparison of the result with 0 is false.
 */
export function compareValues(left: Value, right: Value): number {
  if (typeof left === "number" && typeof right === "number") {
    return compareNumbers(left, right);
  }
  if (typeof left === "string" && typeof right === "string") {
    return compareUtf8(left, right);
  }
  if (left instanceof TimeValue && right instanceof TimeValue) {
    return compareNumbers(left.epochSeconds, right.epochSeconds);
  }
  return Number.NaN;
}

function compareNumbers(left: number, right: number): number {
  // The difference of two infinities is not a number.
  return left === right ? 0 : left - right;
}

function isObject(value: Value): value is object {
  return typeof value === "object" && value !== null;
}
