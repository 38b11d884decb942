import type { Reference } from "../../../src/core/expressions/compilation.ts";
import {
  compileExpression,
  referencedName,
} from "../../../src/core/expressions/compile-expression.ts";
import { parseStoredExpression } from "../../../src/core/expressions/expression.ts";
import type {
  ExpressionContext,
  ReferencedFeature,
} from "../../../src/core/expressions/expression-context.ts";
import type { OperatorName } from "../../../src/core/expressions/operator-registry.ts";

/** The result of a row whose evaluation fails, so that the gate is closed. */
export const fails = Symbol("fails");

/**
 * A test case of an operator (docs/api.md#expressions), with the arguments as a client sends them.
 */
export type Row = readonly [
  operator: OperatorName,
  args: readonly unknown[],
  result: unknown,
  properties?: Readonly<Record<string, unknown>>,
];

export const flipperId = "User;1";
export const nowMs = 1_700_000_000_500;

export function property(name: string): { readonly Property: readonly string[] } {
  return { Property: [name] };
}

/** A context of tests, which knows the features that an expression refers to by their names. */
export interface NamedContext extends Omit<ExpressionContext, "references"> {
  enabled(featureKey: string): boolean;
}

export function contextWith(
  properties: Readonly<Record<string, unknown>> = {},
  rest: Partial<NamedContext> = {},
): NamedContext {
  return {
    featureKey: "search",
    properties: { ...properties, flipper_id: flipperId },
    now: () => nowMs,
    random: () => 0.75,
    crc32: Bun.hash.crc32,
    enabled: (featureKey) => featureKey === "on" || featureKey === "5",
    ...rest,
  };
}

/** As a check does: first the features that the expression refers to, then the expression. */
export function isTrueIn(context: NamedContext, expression: unknown): boolean {
  const compiled = compileExpression(parseStoredExpression(expression));
  const evaluated = withReferences(context, compiled.references);
  return evaluated !== undefined && compiled.isTrue(evaluated);
}

/** Undefined if the name of a feature cannot be evaluated, and so the expression neither. */
export function withReferences(
  context: NamedContext,
  references: readonly Reference[],
): ExpressionContext | undefined {
  const answers: ReferencedFeature[] = [];
  const evaluated = { ...context, references: answers };
  for (const reference of references) {
    const name = referencedName(reference, evaluated);
    if (name === undefined) {
      return undefined;
    }
    answers.push({ enabled: name !== null && context.enabled(name) });
  }
  return evaluated;
}
