import type { Expression } from "../expressions/expression.ts";
import { closedGates, type Gates, isClosed } from "./gates.ts";
import { sameExpression } from "./same-expression.ts";
import { excluding, including, type SortedSet, sameSet } from "./sorted-set.ts";

/** One change of one feature's gates; `action` is its name in audits (docs/api.md#audits). */
export type GateChange =
  | { readonly action: "enable" | "disable" | "clear" | "disable_expression" }
  | { readonly action: "enable_expression"; readonly value: Expression }
  | {
      readonly action: "enable_actor" | "disable_actor" | "enable_group" | "disable_group";
      readonly value: string;
    }
  | {
      readonly action: "percentage_of_actors" | "percentage_of_time";
      readonly value: number;
    };

const openGates: Gates = Object.freeze({ ...closedGates, boolean: true });

/**
 * The gates after a change; the same object if no value changes (docs/decisions.md#gate-writes).
 */
export function changeGates(gates: Gates, change: GateChange): Gates {
  switch (change.action) {
    case "enable":
      return sameGates(gates, openGates) ? gates : openGates;
    case "disable":
    case "clear":
      return isClosed(gates) ? gates : closedGates;
    case "enable_expression":
      return withExpression(gates, change.value);
    case "disable_expression":
      return withExpression(gates, null);
    case "enable_actor":
      return withActors(gates, including(gates.actors, change.value));
    case "disable_actor":
      return withActors(gates, excluding(gates.actors, change.value));
    case "enable_group":
      return withGroups(gates, including(gates.groups, change.value));
    case "disable_group":
      return withGroups(gates, excluding(gates.groups, change.value));
    case "percentage_of_actors":
      return gates.percentageOfActors === change.value
        ? gates
        : { ...gates, percentageOfActors: change.value };
    case "percentage_of_time":
      return gates.percentageOfTime === change.value
        ? gates
        : { ...gates, percentageOfTime: change.value };
  }
}

/** The value of a change as audits show it; null without one. */
export function changeValue(change: GateChange): string | null {
  if (!("value" in change)) {
    return null;
  }
  return typeof change.value === "object" ? JSON.stringify(change.value) : String(change.value);
}

export function sameGates(left: Gates, right: Gates): boolean {
  return (
    left === right ||
    (left.boolean === right.boolean &&
      sameExpression(left.expression, right.expression) &&
      sameSet(left.groups, right.groups) &&
      sameSet(left.actors, right.actors) &&
      left.percentageOfActors === right.percentageOfActors &&
      left.percentageOfTime === right.percentageOfTime)
  );
}

function withExpression(gates: Gates, expression: Expression | null): Gates {
  return sameExpression(gates.expression, expression) ? gates : { ...gates, expression };
}

function withActors(gates: Gates, actors: SortedSet): Gates {
  return actors === gates.actors ? gates : { ...gates, actors };
}

function withGroups(gates: Gates, groups: SortedSet): Gates {
  return groups === gates.groups ? gates : { ...gates, groups };
}
