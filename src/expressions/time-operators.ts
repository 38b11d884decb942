import { contextual, exactly, pure } from "./define-operator.ts";
import { EvaluationError } from "./evaluation-error.ts";
import type { Value } from "./expression-value.ts";
import { TimeValue } from "./time-value.ts";

/** Points in time, which compare with each other only. */
export const times = [
  contextual({
    name: "Now",
    arity: exactly(0),
    total: true,
    meaning: (context) => new TimeValue(context.now() / 1_000),
  }),
  pure({ name: "Time", arity: exactly(1), total: false, meaning: toTimeValue }),
] as const;

/** A number counts seconds since the epoch; text is read by `TimeValue.parse`; the rest fails. */
function toTimeValue(value: Value): TimeValue {
  if (typeof value === "number") {
    return new TimeValue(value);
  }
  if (typeof value === "string") {
    return TimeValue.parse(value);
  }
  throw new EvaluationError("A time is made of a number or a text");
}
