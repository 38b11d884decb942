import { featureStateOf, type Gates } from "../toggles/gates.ts";
import type { SortedSet } from "../toggles/sorted-set.ts";

/** A feature object, as the API has it; a gate that was cut tells how many values it has. */
export interface FeatureInEvent {
  readonly key: string;
  readonly state: string;
  readonly gates: readonly GateInEvent[];
}

interface GateInEvent {
  readonly key: string;
  readonly name: string;
  readonly value: unknown;
  /** Only of a gate that was cut: the number of its values, or the length of its expression. */
  readonly cut_from?: number;
}

/** Two of these and the rest of an event are shorter than `eventDataLengthMax`. */
const listLengthMax = 2_000;
const expressionLengthMax = 3_000;

/** Large gates are cut, so that an event stays small whatever the feature has. */
export function featureInEvent(key: string, gates: Gates): FeatureInEvent {
  return {
    key,
    state: featureStateOf(gates),
    gates: [
      { key: "boolean", name: "boolean", value: gates.boolean },
      { key: "expression", name: "expression", ...boundedExpression(gates.expression) },
      { key: "groups", name: "group", ...boundedList(gates.groups) },
      { key: "actors", name: "actor", ...boundedList(gates.actors) },
      {
        key: "percentage_of_actors",
        name: "percentage_of_actors",
        value: gates.percentageOfActors,
      },
      { key: "percentage_of_time", name: "percentage_of_time", value: gates.percentageOfTime },
    ],
  };
}

function boundedExpression(expression: Gates["expression"]) {
  const { length } = JSON.stringify(expression);
  return length <= expressionLengthMax ? { value: expression } : { value: null, cut_from: length };
}

/** The first values whose JSON texts are short enough together. */
function boundedList(set: SortedSet) {
  let length = 0;
  // Each value takes three units at least, with its quotation marks.
  const first = set.slice(0, listLengthMax);
  const count = first.findIndex((value) => {
    length += JSON.stringify(value).length + 1;
    return length > listLengthMax;
  });
  return count < 0 ? { value: first } : { value: first.slice(0, count), cut_from: set.length };
}
