import { expect, test } from "bun:test";
import { parseStoredExpression } from "../../../src/core/expressions/expression.ts";
import vectors from "../../vectors/expressions.json" with { type: "json" };
import { contextWith, isTrueIn } from "./operator-row.ts";

interface TestVector {
  readonly feature: string;
  readonly expression: unknown;
  readonly actor: {
    readonly flipper_id: string;
    readonly properties: Readonly<Record<string, unknown>>;
  } | null;
  readonly enabled: boolean;
}

const rows: readonly TestVector[] = vectors;

test("every test vector has the result of the public implementation", () => {
  const wrong = rows.filter(({ feature, expression, actor, enabled }) => {
    const properties = actor === null ? {} : { ...actor.properties, flipper_id: actor.flipper_id };
    const context = contextWith({}, { featureKey: feature, properties });
    return isTrueIn(context, expression) !== enabled;
  });
  expect(rows).toHaveLength(700);
  expect(wrong).toBeEmpty();
});

test("the expressions of the test vectors are normalized, and parsing does not change them", () => {
  for (const { expression } of rows) {
    expect(JSON.stringify(parseStoredExpression(expression))).toBe(JSON.stringify(expression));
  }
});
