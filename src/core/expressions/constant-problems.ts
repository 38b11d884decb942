import { quote } from "../text/quote.ts";
import { epochSecondsOf } from "../text/time-text.ts";
import { Compilation } from "./compilation.ts";
import type { Operator } from "./define-operator.ts";
import type { Value } from "./expression-value.ts";
import type { OperatorName } from "./operator-registry.ts";
import { constantTerm } from "./term.ts";
import { toTextOrNull } from "./text-conversion.ts";
import { TimeValue } from "./time-value.ts";

/** Why an operator cannot have a constant as its argument of this index; undefined if it can. */
type Rule = (value: Value, index: number) => string | undefined;

/**
 * The constants with which Ruby's client raises in every check, or which it reads differently, and
 * names that nothing can have (docs/api.md#expressions). An operator without a rule has a result
 * for every constant.
 */
const rules: { readonly [Name in OperatorName]?: Rule } = {
  Property: /* @__PURE__ */ emptyName("property"),
  FeatureEnabled: /* @__PURE__ */ emptyName("feature"),
  String: (value) =>
    toTextOrNull(value) === null ? `${shown(value)} cannot be converted to text` : undefined,
  Number: notBoolean,
  Percentage: notBoolean,
  PercentageOfActors: (value, index) =>
    index === 1 && typeof value !== "number"
      ? `${shown(value)} is not a number; a percentage is a number, such as 25`
      : undefined,
  Random: (value) =>
    Number.isFinite(value)
      ? undefined
      : `${shown(value)} is not a finite number; the limit is a number, such as 100`,
  Time: (value) =>
    isTime(value)
      ? undefined
      : `${shown(value)} is not a time that all clients read alike; write an ISO 8601 date and time ` +
        'with a zone, such as "2024-01-31T12:00:00Z", or a number of seconds since 1970',
};

export function constantProblem(
  operator: OperatorName,
  index: number,
  value: Value,
): string | undefined {
  return rules[operator]?.(value, index);
}

/**
 * The value of an operator that depends on its arguments only, if all of them are constant.
 * Undefined otherwise, and if it has no value. An undefined element of `values` is an argument that
 * is not constant.
 */
export function foldedConstant(
  operator: Operator,
  values: readonly (Value | undefined)[],
): Value | undefined {
  return values.includes(undefined)
    ? undefined
    : operator.compile(values.map(constantTerm), new Compilation()).constant;
}

function emptyName(noun: string): Rule {
  return (value) =>
    toTextOrNull(value)?.trim() === "" ? `The name of the ${noun} is empty` : undefined;
}

function notBoolean(value: Value): string | undefined {
  return typeof value === "boolean" ? `${shown(value)} cannot be converted to a number` : undefined;
}

/** Ruby reads a date without a time too, but in the time zone of the application's server. */
function isTime(value: Value): boolean {
  return typeof value === "string"
    ? value.includes(":") && Number.isFinite(epochSecondsOf(value))
    : Number.isFinite(value);
}

function shown(value: Value): string {
  return value instanceof TimeValue
    ? "A time"
    : typeof value === "string"
      ? quote(value)
      : String(value);
}
