import { expect, test } from "bun:test";
import fc from "fast-check";
import { GatehouseError } from "../../src/errors.ts";
import { compileExpression } from "../../src/expressions/compile-expression.ts";
import { EvaluationError } from "../../src/expressions/evaluation-error.ts";
import {
  type Argument,
  type Expression,
  parseExpression,
} from "../../src/expressions/expression.ts";
import { isTruthy } from "../../src/expressions/expression-value.ts";
import { findOperator } from "../../src/expressions/operator-registry.ts";
import { almostExpressions, properties, validInputs } from "./expression-arbitraries.ts";
import { contextWith } from "./operator-row.ts";

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
      validInputs,
      properties,
      fc.double({ min: 0, max: 0.999 }),
      (input, known, random) => {
        const context = contextWith(known, { random: () => random });
        const expression = parseExpression(input);
        expect(compileExpression(expression)(context)).toBe(
          evaluatedEagerly(expression, context) ?? false,
        );
      },
    ),
    { numRuns: 500 },
  );
});

test("the order of conditions does not change the result", () => {
  fc.assert(
    fc.property(
      fc.array(validInputs, { minLength: 2, maxLength: 4 }),
      properties,
      fc.constantFrom("All", "Any"),
      (conditions, known, group) => {
        const context = contextWith(known);
        const forward = compileExpression(parseExpression({ [group]: conditions }));
        const backward = compileExpression(parseExpression({ [group]: conditions.toReversed() }));
        expect(backward(context)).toBe(forward(context));
      },
    ),
  );
});

/** As the public implementation does: all arguments first, then the operator. Null if it fails. */
function evaluatedEagerly(
  expression: Expression,
  context: ReturnType<typeof contextWith>,
): boolean | null {
  try {
    return isTruthy(eagerly(expression, context));
  } catch (error) {
    if (error instanceof EvaluationError) {
      return null;
    }
    throw error;
  }
}

function eagerly(argument: Argument, context: ReturnType<typeof contextWith>): unknown {
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
  return operator.compile(terms).evaluate(context);
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
