import { featureStateOf, type Gates } from "../../core/evaluation/gates.ts";
import type { SortedSet } from "../../core/evaluation/sorted-set.ts";
import type { Feature } from "../../core/model/feature.ts";
import { type Person, personOf } from "../../core/model/person.ts";
import type { State } from "../../core/model/state.ts";

/**
 * A feature object in the format of the API, with its description; a gate that was cut shows how
 * many values it has.
 */
export interface FeatureInEvent
  extends Pick<Feature, "key" | "description" | "longevity" | "tags"> {
  readonly state: string;
  readonly owner: Person | null;
  readonly gates: readonly GateInEvent[];
}

interface GateInEvent {
  readonly key: string;
  readonly name: string;
  readonly value: unknown;
  /** Only for a gate that was cut: the number of its values, or the length of its expression. */
  readonly cut_from?: number;
}

/** Two lists of this length and the rest of an event are shorter than `eventDataLengthMax`. */
const listLengthMax = 2_000;
const expressionLengthMax = 3_000;
const tagsLengthMax = 1_200;
/** A description of the greatest length fits unless it consists mostly of signs that JSON escapes. */
const descriptionLengthMax = 2_100;

/** Large gates are cut, so that an event stays small whatever the feature has. */
export function featureInEvent(state: State, feature: Feature, gates: Gates): FeatureInEvent {
  const { key, description, longevity, tags, ownerId } = feature;
  return {
    key,
    description: boundedText(description),
    longevity,
    tags: boundedList(tags, tagsLengthMax).value,
    owner: personOf(state, ownerId),
    state: featureStateOf(gates),
    gates: [
      { key: "boolean", name: "boolean", value: gates.boolean },
      { key: "expression", name: "expression", ...boundedExpression(gates.expression) },
      { key: "groups", name: "group", ...boundedList(gates.groups, listLengthMax) },
      { key: "actors", name: "actor", ...boundedList(gates.actors, listLengthMax) },
      {
        key: "percentage_of_actors",
        name: "percentage_of_actors",
        value: gates.percentageOfActors,
      },
      { key: "percentage_of_time", name: "percentage_of_time", value: gates.percentageOfTime },
    ],
  };
}

/** A JSON text has at most six times the length of its content. */
function boundedText(text: string | null): string | null {
  return text === null || JSON.stringify(text).length <= descriptionLengthMax
    ? text
    : `${text.slice(0, descriptionLengthMax / 6 - 1).toWellFormed()}…`;
}

function boundedExpression(expression: Gates["expression"]) {
  const { length } = JSON.stringify(expression);
  return length <= expressionLengthMax ? { value: expression } : { value: null, cut_from: length };
}

/** The first values whose JSON texts together are short enough. */
function boundedList(values: SortedSet, lengthMax: number) {
  let length = 0;
  // Each value takes three units at least, with its quotation marks.
  const first = values.slice(0, listLengthMax);
  const count = first.findIndex((value) => {
    length += JSON.stringify(value).length + 1;
    return length > lengthMax;
  });
  return count < 0 ? { value: first } : { value: first.slice(0, count), cut_from: values.length };
}
