import { comparisons } from "./comparison-operators.ts";
import { conversions } from "./conversion-operators.ts";
import type { Operator } from "./define-operator.ts";
import { groups } from "./logical-operators.ts";
import { lookups } from "./lookup-operators.ts";
import { rollouts } from "./rollout-operators.ts";
import { times } from "./time-operators.ts";

/** The whole grammar (WIRE.md C.6). A new operator is one entry in the list of its family. */
export const operators = [
  ...groups,
  ...comparisons,
  ...lookups,
  ...conversions,
  ...rollouts,
  ...times,
] as const;

export type OperatorName = (typeof operators)[number]["name"];

const byName: ReadonlyMap<string, Operator<OperatorName>> = new Map(
  operators.map((operator) => [operator.name, operator]),
);

/** By exact name, letter case included; undefined for anything but an operator. */
export function findOperator(name: string): Operator<OperatorName> | undefined {
  return byName.get(name);
}
