import { exactly, type Operator, pureOperator } from "./define-operator.ts";
import { compareValues, isEqual } from "./expression-value.ts";

/**
 * Values of different kinds are unequal. `GreaterThan` and the following operators are false for
 * values of different kinds and for values without an order.
 */
export const comparisonOperators = [
  comparison("Equal", isEqual),
  comparison("NotEqual", (left, right) => !isEqual(left, right)),
  comparison("GreaterThan", (left, right) => compareValues(left, right) > 0),
  comparison("GreaterThanOrEqualTo", (left, right) => compareValues(left, right) >= 0),
  comparison("LessThan", (left, right) => compareValues(left, right) < 0),
  comparison("LessThanOrEqualTo", (left, right) => compareValues(left, right) <= 0),
] as const;

function comparison<const Name extends string>(
  name: Name,
  holds: (left: unknown, right: unknown) => boolean,
): Operator<Name> {
  return pureOperator({
    name,
    arity: exactly(2),
    fallible: false,
    evaluate: (_, left, right) => holds(left, right),
  });
}
