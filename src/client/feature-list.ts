import type { Gates } from "../core/evaluation/gates.ts";
import { sortedValues } from "../core/evaluation/sorted-set.ts";
import { Toggle } from "../core/evaluation/toggle.ts";
import { receivedExpression } from "../core/expressions/received-expression.ts";
import { isJsonObject, type JsonObject } from "../core/text/json-object.ts";

/** The features of an environment by key, in the order of the server. */
export type FeatureList = Map<string, Toggle>;

/**
 * Reads the parsed answer of GET /features, of Gatehouse or of Flipper Cloud, which writes booleans
 * and percentages as text. Throws for everything that no server sends: a broken list must never
 * replace a valid one. Unknown gates and members are ignored, and missing gates do not match.
 */
export function readFeatureList(answer: unknown): FeatureList {
  const list: FeatureList = new Map();
  for (const { key, gates } of objectsIn(isJsonObject(answer) && answer.features)) {
    expect(typeof key === "string" && !list.has(key));
    const values = new Map(objectsIn(gates ?? []).map((gate) => [gate.key, gate.value]));
    list.set(
      key,
      new Toggle(
        key,
        gatesOf((gate) => values.get(gate) ?? null),
      ),
    );
  }
  return list;
}

/**
 * Returns the keys of changed features. In `list`, unchanged features get their toggles of `before`,
 * which already have values derived from their gates.
 */
export function adoptUnchanged(before: FeatureList, list: FeatureList): readonly string[] {
  const changed = new Set([...before.keys(), ...list.keys()]);
  for (const [key, known] of before) {
    if (JSON.stringify(known.gates) === JSON.stringify(list.get(key)?.gates)) {
      list.set(key, known);
      changed.delete(key);
    }
  }
  return [...changed];
}

function gatesOf(value: (gate: string) => unknown): Gates {
  return {
    boolean: booleanOf(value("boolean")),
    expression: expressionOf(value("expression")),
    groups: namesOf(value("groups")),
    actors: namesOf(value("actors")),
    percentageOfActors: percentageOf(value("percentage_of_actors")),
    percentageOfTime: percentageOf(value("percentage_of_time")),
  };
}

function booleanOf(value: unknown): boolean {
  const values: readonly unknown[] = [true, "true", false, "false", null];
  expect(values.includes(value));
  return values.indexOf(value) < 2;
}

/** A gate with an expression that this version cannot evaluate does not match; it is not empty. */
function expressionOf(value: unknown): Gates["expression"] {
  return value === null ? null : (receivedExpression(value) ?? { Any: [] });
}

function namesOf(value: unknown): readonly string[] {
  const names = itemsIn(value ?? []);
  expect(names.every((name) => typeof name === "string"));
  return sortedValues(names);
}

function percentageOf(value: unknown): number {
  const percentage = typeof value === "string" && value !== "" ? Number(value) : (value ?? 0);
  expect(typeof percentage === "number" && percentage >= 0 && percentage <= 100);
  return percentage;
}

function objectsIn(value: unknown): readonly JsonObject[] {
  const items = itemsIn(value);
  expect(items.every(isJsonObject));
  return items;
}

function itemsIn(value: unknown): readonly unknown[] {
  expect(Array.isArray(value));
  return value;
}

function expect(holds: boolean): asserts holds {
  if (!holds) {
    throw new Error("The answer is not a list of features");
  }
}
