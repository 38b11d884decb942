import type { ExpressionContext } from "../../src/expressions/expression-context.ts";
import type { OperatorName } from "../../src/expressions/operator-registry.ts";

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

export function contextWith(
  properties: Readonly<Record<string, unknown>> = {},
  rest: Partial<ExpressionContext> = {},
): ExpressionContext {
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
