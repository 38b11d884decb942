import { comparisonOperators } from "./comparison-operators.ts";
import { conversionOperators } from "./conversion-operators.ts";
import type { Operator } from "./define-operator.ts";
import { logicalOperators } from "./logical-operators.ts";
import { lookupOperators } from "./lookup-operators.ts";
import { rolloutOperators } from "./rollout-operators.ts";
import { timeOperators } from "./time-operators.ts";

/**
 * All operators (docs/api.md#expressions). docs/internals.md#adding-an-operator lists what a new
 * one needs.
 */
export const operators = [
  ...logicalOperators,
  ...comparisonOperators,
  ...lookupOperators,
  ...conversionOperators,
  ...rolloutOperators,
  ...timeOperators,
] as const;

export type OperatorName = (typeof operators)[number]["name"];

const byName: ReadonlyMap<string, Operator<OperatorName>> = new Map(
  operators.map((operator) => [operator.name, operator]),
);

/** Names are case-sensitive. Undefined if there is no operator with this name. */
export function findOperator(name: string): Operator<OperatorName> | undefined {
  return byName.get(name);
}
