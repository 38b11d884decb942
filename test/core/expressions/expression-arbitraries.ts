import fc from "fast-check";
import {
  expressionFault,
  parseStoredExpression,
} from "../../../src/core/expressions/expression.ts";
import { operators } from "../../../src/core/expressions/operator-registry.ts";

const keys = ["a", "b", "plan", "flipper_id", "__proto__", "toString", ""];
const constant: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...keys, "1", "3.5", "2024-02-29", "2024-02-29T12:00:00Z", "search"),
  fc.string({ unit: "grapheme" }),
  fc.integer(),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .filter((number) => !Number.isInteger(number) || Number.isSafeInteger(number)),
  fc.boolean(),
);

/**
 * Every operator with a valid number of arguments, also with constants that it cannot have, as an
 * older version may have stored them; a single argument also without a list.
 */
export const { storedInputs } = fc.letrec<{ storedInputs: unknown; argument: unknown }>((tie) => ({
  argument: fc.oneof(
    { maxDepth: 4, depthIdentifier: "expression" },
    { arbitrary: constant, weight: 2 },
    { arbitrary: tie("storedInputs"), weight: 3 },
  ),
  storedInputs: fc.oneof(
    { depthIdentifier: "expression" },
    ...operators.map(({ name, arity }) =>
      fc
        .tuple(
          fc.array(tie("argument"), {
            minLength: arity.least,
            maxLength: Math.min(arity.most, 3),
            depthIdentifier: "expression",
          }),
          fc.boolean(),
        )
        .map(([args, isWithoutList]) => ({
          [name]: isWithoutList && args.length === 1 ? args[0] : args,
        })),
    ),
  ),
}));

/** Inputs that can be stored today. */
export const validInputs = storedInputs.filter(
  (input) => expressionFault(parseStoredExpression(input)) === null,
);

export const properties = fc.dictionary(fc.constantFrom(...keys), fc.jsonValue());

/** JSON that is almost an expression: names of operators in wrong places. */
export const almostExpressions = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(constant, fc.constant(null), fc.constant(Number.NaN), fc.string({ unit: "binary" })),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...operators.map(({ name }) => name), ...keys), tie("value"), {
      maxKeys: 2,
    }),
  ),
})).value;
