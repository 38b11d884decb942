import { memoizePerObject } from "../../memo/memoize-per-object.ts";
import { featureStateOf, type Gates } from "../../toggles/gates.ts";
import type { Toggle } from "../../toggles/toggle.ts";

/** The members of a feature object that an answer has (docs/api.md#feature-object). */
export interface FeatureShape {
  /** Whether gates include `expression`; true in the hosted API only. */
  readonly expression: boolean;
  readonly excludeGates: boolean;
  readonly excludeGateNames: boolean;
}

/** The texts of a toggle's feature object by shape. Toggles never change, so each is made once. */
const textsOf = memoizePerObject((_toggle: Toggle): string[] => []);

/** Returns a feature object as JSON text. */
export function featureJson(toggle: Toggle, shape: FeatureShape): string {
  const texts = textsOf(toggle);
  const index = shapeIndex(shape);
  texts[index] ??= JSON.stringify(featureObject(toggle, shape));
  return texts[index];
}

/** A list that is longer, in UTF-16 units, takes noticeable time to make. */
const shortListMax = 512 * 1024;
/** A feature with more groups and actors takes noticeable time to write. */
const lightValuesMax = 10_000;
/** The values of such a feature in one part of its text. */
const valuesInPart = 1_000;

/** Returns the answer of GET /features as JSON text; null if it is long: see `listParts`. */
export function shortListJson(toggles: Iterable<Toggle>, shape: FeatureShape): string | null {
  const texts: string[] = [];
  let length = 0;
  for (const toggle of toggles) {
    if (isHeavy(toggle, shape)) {
      return null;
    }
    const text = featureJson(toggle, shape);
    length += text.length;
    if (length > shortListMax) {
      return null;
    }
    texts.push(text);
  }
  return `{"features":[${texts.join(",")}]}`;
}

/** Returns the same text in parts, each of which takes little time to make. */
export function* listParts(toggles: Iterable<Toggle>, shape: FeatureShape): Generator<string> {
  yield '{"features":[';
  let separator = "";
  for (const toggle of toggles) {
    yield separator;
    separator = ",";
    yield* featureParts(toggle, shape);
  }
  yield "]}";
}

/** Whether the text of a feature object is better made in parts. */
export function isHeavy({ gates }: Toggle, shape: FeatureShape): boolean {
  return !shape.excludeGates && gates.actors.length + gates.groups.length > lightValuesMax;
}

/** Returns the text of `featureJson` in parts. */
export function* featureParts(toggle: Toggle, shape: FeatureShape): Generator<string> {
  if (!isHeavy(toggle, shape)) {
    yield featureJson(toggle, shape);
    return;
  }
  const { key, gates } = toggle;
  yield `{"key":${JSON.stringify(key)},"state":${JSON.stringify(featureStateOf(gates))},"gates":[`;
  for (const [index, gate] of gateObjects(gates, shape).entries()) {
    yield index > 0 ? "," : "";
    if (Array.isArray(gate.value)) {
      const [head = "", tail = ""] = JSON.stringify({ ...gate, value: [] }).split("[]");
      yield `${head}[`;
      yield* itemParts(gate.value);
      yield `]${tail}`;
    } else {
      yield JSON.stringify(gate);
    }
  }
  yield "]}";
}

function* itemParts(items: readonly unknown[]): Generator<string> {
  for (let start = 0; start < items.length; start += valuesInPart) {
    const part = JSON.stringify(items.slice(start, start + valuesInPart)).slice(1, -1);
    yield start === 0 ? part : `,${part}`;
  }
}

/** Returns a different number for each shape, 0 to 7. */
export function shapeIndex(shape: FeatureShape): number {
  return (
    (shape.expression ? 4 : 0) + (shape.excludeGates ? 2 : 0) + (shape.excludeGateNames ? 1 : 0)
  );
}

function featureObject({ key, gates }: Toggle, shape: FeatureShape) {
  const state = featureStateOf(gates);
  return shape.excludeGates ? { key, state } : { key, state, gates: gateObjects(gates, shape) };
}

/** The gates in their order (docs/api.md#gates); only groups and actors are arrays. */
function gateObjects(gates: Gates, shape: FeatureShape) {
  const gate = (key: string, name: string, value: unknown) =>
    shape.excludeGateNames ? { key, value } : { key, name, value };
  return [
    gate("boolean", "boolean", gates.boolean),
    ...(shape.expression ? [gate("expression", "expression", gates.expression)] : []),
    gate("groups", "group", gates.groups),
    gate("actors", "actor", gates.actors),
    gate("percentage_of_actors", "percentage_of_actors", gates.percentageOfActors),
    gate("percentage_of_time", "percentage_of_time", gates.percentageOfTime),
  ];
}
