import { comparisons } from "./comparison.ts";
import { conversions } from "./conversion.ts";
import { groups } from "./logic.ts";
import { lookups } from "./lookups.ts";
import type { Operator } from "./operator.ts";
import { rollouts } from "./rollout.ts";
import { times } from "./time.ts";

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
export function operatorNamed(name: string): Operator<OperatorName> | undefined {
  return byName.get(name);
}
