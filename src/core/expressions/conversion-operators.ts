import { exactly, pureOperator } from "./define-operator.ts";
import { toNumber } from "./number-conversion.ts";
import { toText } from "./text-conversion.ts";

const trueValues: ReadonlySet<unknown> = new Set([true, 1, "true", "1"]);

/** Operators that convert a value to another kind, as Ruby does (docs/api.md#expressions). */
export const conversionOperators = [
  pureOperator({
    name: "String",
    arity: exactly(1),
    fallible: true,
    evaluate: (_, value) => toText(value),
  }),
  pureOperator({
    name: "Number",
    arity: exactly(1),
    fallible: true,
    evaluate: (_, value) => toNumber(value),
  }),
  pureOperator({
    name: "Boolean",
    arity: exactly(1),
    fallible: false,
    evaluate: (_, value) => trueValues.has(value),
  }),
] as const;
