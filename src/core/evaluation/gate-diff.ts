import { changeGates, type GateChange } from "./gate-change.ts";
import type { Gates } from "./gates.ts";
import { sameExpression } from "./same-expression.ts";
import { difference } from "./sorted-set.ts";

/**
 * The changes that, applied in order, turn `before` into `after`; empty if they are equal. They are
 * the audits of an import.
 */
export function diffGates(before: Gates, after: Gates): readonly GateChange[] {
  const reset: readonly GateChange[] =
    before.boolean === after.boolean ? [] : [{ action: after.boolean ? "enable" : "disable" }];
  const start = reset.reduce(changeGates, before);
  return [
    ...reset,
    ...expressionChanges(start, after),
    ...difference(start.groups, after.groups).map(withValue("disable_group")),
    ...difference(after.groups, start.groups).map(withValue("enable_group")),
    ...difference(start.actors, after.actors).map(withValue("disable_actor")),
    ...difference(after.actors, start.actors).map(withValue("enable_actor")),
    ...percentageChange("percentage_of_actors", start.percentageOfActors, after.percentageOfActors),
    ...percentageChange("percentage_of_time", start.percentageOfTime, after.percentageOfTime),
  ];
}

function expressionChanges(before: Gates, after: Gates): readonly GateChange[] {
  if (sameExpression(before.expression, after.expression)) {
    return [];
  }
  return after.expression === null
    ? [{ action: "disable_expression" }]
    : [{ action: "enable_expression", value: after.expression }];
}

function withValue(action: "enable_actor" | "disable_actor" | "enable_group" | "disable_group") {
  return (value: string): GateChange => ({ action, value });
}

function percentageChange(
  action: "percentage_of_actors" | "percentage_of_time",
  before: number,
  after: number,
): readonly GateChange[] {
  return before === after ? [] : [{ action, value: after }];
}
