import { expect, test } from "bun:test";
import fc from "fast-check";
import { GatehouseError } from "../../../src/core/errors.ts";
import { sameExpression } from "../../../src/core/evaluation/same-expression.ts";
import { Compilation } from "../../../src/core/expressions/compilation.ts";
import { EvaluationError } from "../../../src/core/expressions/evaluation-error.ts";
import {
  type Argument,
  type Expression,
  parseExpression,
  parseStoredExpression,
} from "../../../src/core/expressions/expression.ts";
import { isTruthy } from "../../../src/core/expressions/expression-value.ts";
import { findOperator } from "../../../src/core/expressions/operator-registry.ts";
import {
  almostExpressions,
  properties,
  storedInputs,
  validInputs,
} from "./expression-arbitraries.ts";
import { contextWith, isTrueIn, type NamedContext, withReferences } from "./operator-row.ts";

const sizeMaxBytes = 64 * 1024;

test("a normalized expression stays the same when it is parsed again, also through JSON", () => {
  fc.assert(
    fc.property(validInputs, (input) => {
      const expression = parseExpression(input);
      expect(parseExpression(expression)).toStrictEqual(expression);
      expect(parseExpression(JSON.parse(JSON.stringify(expression)))).toStrictEqual(expression);
      expectNormalized(expression);
    }),
  );
});

test("two expressions are the same exactly if their JSON texts are equal", () => {
  fc.assert(
    fc.property(storedInputs, storedInputs, (input, otherInput) => {
      const expression = parseStoredExpression(input);
      const other = parseStoredExpression(otherInput);
      const isEqual = JSON.stringify(expression) === JSON.stringify(other);
      expect(sameExpression(expression, other)).toBe(isEqual);
      expect(sameExpression(expression, parseStoredExpression(input))).toBeTrue();
      expect(sameExpression({ Any: [expression, other] }, { Any: [expression] })).toBeFalse();
      expect(sameExpression({ Any: [expression] }, { All: [expression] })).toBeFalse();
    }),
  );
});

test("the size limit applies to the normalized JSON", () => {
  fc.assert(
    fc.property(validInputs, (input) => {
      const size = Buffer.byteLength(JSON.stringify({ All: [parseExpression(input), ""] }));
      const filler = "a".repeat(sizeMaxBytes - size);
      expect(() => parseExpression({ All: [input, filler] })).not.toThrow();
      expect(() => parseExpression({ All: [input, `${filler}a`] })).toThrow("65536 bytes");
    }),
  );
});

test("any JSON is an expression or is refused with code 7 and a place", () => {
  fc.assert(
    fc.property(fc.oneof(almostExpressions, fc.jsonValue(), fc.anything()), (input) => {
      try {
        expectNormalized(parseExpression(input));
      } catch (error) {
        if (!(error instanceof GatehouseError)) {
          throw error;
        }
        expect(error.code).toBe(7);
        expect(error.message).toMatch(/^At .+: .+/s);
      }
    }),
    { numRuns: 500 },
  );
});

test("any expression has a result for any properties, and is false if its evaluation fails", () => {
  fc.assert(
    fc.property(
      storedInputs,
      properties,
      fc.double({ min: 0, max: 0.999 }),
      (input, known, random) => {
        const context = contextWith(known, { random: () => random });
        const expected = evaluatedEagerly(parseStoredExpression(input), context) ?? false;
        expect(isTrueIn(context, input)).toBe(expected);
      },
    ),
    { numRuns: 500 },
  );
});

test("the order of conditions does not change the result", () => {
  fc.assert(
    fc.property(
      fc.array(storedInputs, { minLength: 2, maxLength: 4 }),
      properties,
      fc.constantFrom("All", "Any"),
      (conditions, known, group) => {
        const context = contextWith(known);
        const forward = isTrueIn(context, { [group]: conditions });
        expect(isTrueIn(context, { [group]: conditions.toReversed() })).toBe(forward);
      },
    ),
  );
});

/** As the public implementation does: all arguments first, then the operator. Null if it fails. */
function evaluatedEagerly(expression: Expression, context: NamedContext): boolean | null {
  try {
    return isTruthy(eagerly(expression, context));
  } catch (error) {
    if (error instanceof EvaluationError) {
      return null;
    }
    throw error;
  }
}

function eagerly(argument: Argument, context: NamedContext): unknown {
  if (typeof argument !== "object") {
    return argument;
  }
  const [[name, args] = ["", []]] = Object.entries(argument);
  const terms = args.map((arg) => {
    const value = eagerly(arg, context);
    return { evaluate: () => value, fallible: false };
  });
  const operator = findOperator(name);
  if (operator === undefined) {
    throw new Error(`${name} was accepted but is not an operator`);
  }
  const compilation = new Compilation();
  const term = operator.compile(terms, compilation);
  const evaluated = withReferences(context, compilation.references);
  if (evaluated === undefined) {
    throw new EvaluationError("not_text");
  }
  return term.evaluate(evaluated);
}

function expectNormalized(argument: Argument): void {
  if (typeof argument === "object") {
    const [entry, ...others] = Object.entries(argument);
    expect(others).toBeEmpty();
    expect(findOperator(entry?.[0] ?? "")).toBeDefined();
    expect(Array.isArray(entry?.[1])).toBeTrue();
    for (const arg of entry?.[1] ?? []) {
      expectNormalized(arg);
    }
  }
}
