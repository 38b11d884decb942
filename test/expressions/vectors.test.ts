import { expect, test } from "bun:test";
import { compile } from "../../src/expressions/compile-expression.ts";
import { parseExpression } from "../../src/expressions/expression.ts";
import vectors from "../vectors/expressions.json" with { type: "json" };
import { contextWith } from "./operator-row.ts";

interface Vector {
  readonly feature: string;
  readonly expression: unknown;
  readonly actor: {
    readonly flipper_id: string;
    readonly properties: Readonly<Record<string, unknown>>;
  } | null;
  readonly enabled: boolean;
}

const rows: readonly Vector[] = vectors;

test("every row of the public implementation's vectors gives the same answer", () => {
  const wrong = rows.filter(({ feature, expression, actor, enabled }) => {
    const properties = actor === null ? {} : { ...actor.properties, flipper_id: actor.flipper_id };
    const context = contextWith({}, { featureKey: feature, properties });
    return compile(parseExpression(expression))(context) !== enabled;
  });
  expect(rows).toHaveLength(700);
  expect(wrong).toBeEmpty();
});

test("the vectors' expressions are normalized already and stay as they are", () => {
  for (const { expression } of rows) {
    expect(JSON.stringify(parseExpression(expression))).toBe(JSON.stringify(expression));
  }
});
