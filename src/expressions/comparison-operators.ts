import { exactly, pure } from "./define-operator.ts";
import { compare, isEqual } from "./expression-value.ts";

const definition = { arity: exactly(2), total: true } as const;

/** Two values of different kinds, or without an order, are unequal and compare as false. */
export const comparisons = [
  pure({ ...definition, name: "Equal", meaning: (left, right) => isEqual(left, right) }),
  pure({ ...definition, name: "NotEqual", meaning: (left, right) => !isEqual(left, right) }),
  pure({ ...definition, name: "GreaterThan", meaning: (left, right) => compare(left, right) > 0 }),
  pure({
    ...definition,
    name: "GreaterThanOrEqualTo",
    meaning: (left, right) => compare(left, right) >= 0,
  }),
  pure({ ...definition, name: "LessThan", meaning: (left, right) => compare(left, right) < 0 }),
  pure({
    ...definition,
    name: "LessThanOrEqualTo",
    meaning: (left, right) => compare(left, right) <= 0,
  }),
] as const;
