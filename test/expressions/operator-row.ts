import type { ExpressionContext } from "../../src/expressions/expression-context.ts";
import type { OperatorName } from "../../src/expressions/operator-registry.ts";

/** What a row expects where the arguments have no meaning and the gate therefore stays closed. */
export const fails = Symbol("fails");

/** One line of a table to hold next to WIRE.md C.6; arguments as they are written on the wire. */
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
