import { describe, expect, test } from "bun:test";
import { Compilation } from "../../../src/core/expressions/compilation.ts";
import { compileTerm } from "../../../src/core/expressions/compile-expression.ts";
import { EvaluationError } from "../../../src/core/expressions/evaluation-error.ts";
import { parseStoredExpression } from "../../../src/core/expressions/expression.ts";
import { operators } from "../../../src/core/expressions/operator-registry.ts";
import { comparisonRows } from "./comparison-rows.ts";
import { conversionRows } from "./conversion-rows.ts";
import { logicRows } from "./logic-rows.ts";
import { lookupRows } from "./lookup-rows.ts";
import { contextWith, fails, isTrueIn, type Row, withReferences } from "./operator-row.ts";
import { rolloutRows } from "./rollout-rows.ts";
import { timeRows } from "./time-rows.ts";

const rows: readonly Row[] = [
  ...logicRows,
  ...comparisonRows,
  ...lookupRows,
  ...conversionRows,
  ...rolloutRows,
  ...timeRows,
];

for (const { name } of operators) {
  const own = rows.filter(([operator]) => operator === name);

  describe(name, () => {
    test("has test cases", () => {
      expect(own).not.toBeEmpty();
    });

    for (const [operator, args, result, properties] of own) {
      const known = properties === undefined ? "" : ` with ${JSON.stringify(properties)}`;
      const expected = result === fails ? "fails" : JSON.stringify(result);

      test(`${JSON.stringify(args)}${known} ${expected}`, () => {
        const expression = parseStoredExpression({ [operator]: args });
        const compilation = new Compilation();
        const term = compileTerm(expression, compilation);
        const context = withReferences(contextWith(properties), compilation.references);
        const isTrue = isTrueIn(contextWith(properties), expression);
        if (context === undefined) {
          // The name of a feature cannot be evaluated, so the expression is not evaluated at all.
          expect([result, isTrue]).toStrictEqual([fails, false]);
        } else if (result === fails) {
          expect(() => term.evaluate(context)).toThrow(EvaluationError);
          expect(term.fallible).toBeTrue();
          expect(isTrue).toBeFalse();
        } else {
          expect(term.evaluate(context)).toStrictEqual(result);
          expect(isTrue).toBe(result !== false && result !== null);
        }
      });
    }
  });
}

test("all operators have different names", () => {
  expect(new Set(operators.map(({ name }) => name)).size).toBe(operators.length);
});
