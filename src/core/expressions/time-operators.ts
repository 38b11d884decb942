import { contextOperator, exactly, pureOperator } from "./define-operator.ts";
import { EvaluationError } from "./evaluation-error.ts";
import type { Value } from "./expression-value.ts";
import { TimeValue } from "./time-value.ts";

/** Operators whose results are points in time, which can only be compared with each other. */
export const timeOperators = [
  contextOperator({
    name: "Now",
    arity: exactly(0),
    fallible: false,
    evaluate: (context) => new TimeValue(context.now() / 1_000),
  }),
  pureOperator({
    name: "Time",
    arity: exactly(1),
    fallible: true,
    evaluate: (_, value) => toTimeValue(value),
  }),
] as const;

/** From a number of seconds since the epoch, or from text (see `TimeValue.parse`). */
function toTimeValue(value: Value): TimeValue {
  if (typeof value === "number") {
    return new TimeValue(value);
  }
  if (typeof value === "string") {
    return TimeValue.parse(value);
  }
  throw new EvaluationError("not_time");
}
