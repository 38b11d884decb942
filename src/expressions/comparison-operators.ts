import { exactly, pureOperator } from "./define-operator.ts";
import { compareValues, isEqual } from "./expression-value.ts";

const definition = { arity: exactly(2), fallible: false } as const;

/**
 * Values of different kinds are unequal. `GreaterThan` and the following operators are false for
 * values of different kinds and for values without an order.
 */
export const comparisonOperators = [
  pureOperator({ ...definition, name: "Equal", evaluate: (left, right) => isEqual(left, right) }),
  pureOperator({
    ...definition,
    name: "NotEqual",
    evaluate: (left, right) => !isEqual(left, right),
  }),
  pureOperator({
    ...definition,
    name: "GreaterThan",
    evaluate: (left, right) => compareValues(left, right) > 0,
  }),
  pureOperator({
    ...definition,
    name: "GreaterThanOrEqualTo",
    evaluate: (left, right) => compareValues(left, right) >= 0,
  }),
  pureOperator({
    ...definition,
    name: "LessThan",
    evaluate: (left, right) => compareValues(left, right) < 0,
  }),
  pureOperator({
    ...definition,
    name: "LessThanOrEqualTo",
    evaluate: (left, right) => compareValues(left, right) <= 0,
  }),
] as const;
