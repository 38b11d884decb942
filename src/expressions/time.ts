import { EvaluationError } from "./evaluation-error.ts";
import { Instant } from "./instant.ts";
import { contextual, exactly, pure } from "./operator.ts";
import type { Value } from "./value.ts";

/** Points in time, which compare with each other only. */
export const times = [
  contextual({
    name: "Now",
    arity: exactly(0),
    total: true,
    meaning: (context) => new Instant(context.now() / 1_000),
  }),
  pure({ name: "Time", arity: exactly(1), total: false, meaning: toInstant }),
] as const;

/** A number counts seconds since the epoch; text is read by `Instant.parse`; the rest fails. */
function toInstant(value: Value): Instant {
  if (typeof value === "number") {
    return new Instant(value);
  }
  if (typeof value === "string") {
    return Instant.parse(value);
  }
  throw new EvaluationError("A time is made of a number or a text");
}
