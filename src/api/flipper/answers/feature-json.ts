import { featureStateOf } from "../../../core/evaluation/gates.ts";
import { chunksOf, type SortedSet } from "../../../core/evaluation/sorted-set.ts";
import type { Toggle } from "../../../core/evaluation/toggle.ts";
import { memoizePerObject } from "../../../core/memo/memoize-per-object.ts";

/** The members of a feature object that an answer has (docs/api.md#feature-object). */
export interface FeatureShape {
  /** Whether gates include `expression`; true in the hosted API only. */
  readonly expression: boolean;
  readonly excludeGates: boolean;
  readonly excludeGateNames: boolean;
}

interface KeptText {
  shapeIndex: number;
  text: string;
}

/**
 * Caches the text of a toggle's feature object in the last requested shape. A short list after a
 * change then only rewrites the changed features. For long lists, the texts of blocks are cached.
 * Longer texts are not cached: they would take more memory than the gates.
 */
const keptText = memoizePerObject((_toggle: Toggle): KeptText => ({ shapeIndex: -1, text: "" }));
const keptLengthMax = 1_024;

/** Returns a feature object as JSON text. */
export function featureJson(toggle: Toggle, shape: FeatureShape): string {
  const kept = keptText(toggle);
  const index = shapeIndex(shape);
  if (kept.shapeIndex === index) {
    return kept.text;
  }
  const text = newFeatureJson(toggle, shape);
  if (text.length <= keptLengthMax) {
    kept.shapeIndex = index;
    kept.text = text;
  }
  return text;
}

function newFeatureJson(toggle: Toggle, shape: FeatureShape): string {
  if (shape.excludeGates) {
    return `${head(toggle)}}`;
  }
  const { groups, actors } = toggle.gates;
  const texts = textsAroundSets(toggle, shape);
  return `${texts.beforeGroups}${setJson(groups)}${texts.beforeActors}${setJson(actors)}${texts.end}`;
}

function setJson(set: SortedSet): string {
  return set.length === 0 ? "[]" : JSON.stringify(set);
}

/** A longer list, in UTF-16 units, takes noticeable time to write. */
const shortListMax = 512 * 1024;
/** A feature with more groups and actors takes noticeable time to write. */
const lightValuesMax = 10_000;

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
  return `${listStart}${texts.join(listSeparator)}${listEnd}`;
}

/** Returns the same text in parts that each take little time to write. */
export function* listParts(toggles: Iterable<Toggle>, shape: FeatureShape): Generator<string> {
  yield listStart;
  yield* featureListParts(toggles, shape);
  yield listEnd;
}

/** The text around the features of a list. */
export const listStart = '{"features":[';
export const listSeparator = ",";
export const listEnd = "]}";

/** Returns the text of some features of a list, in parts. */
export function* featureListParts(
  toggles: Iterable<Toggle>,
  shape: FeatureShape,
): Generator<string> {
  let separator = "";
  for (const toggle of toggles) {
    if (isHeavy(toggle, shape)) {
      yield separator;
      yield* featureParts(toggle, shape);
    } else {
      yield separator + newFeatureJson(toggle, shape);
    }
    separator = listSeparator;
  }
}

/** Whether the text of a feature object should be written in parts. */
export function isHeavy({ gates }: Toggle, shape: FeatureShape): boolean {
  return !shape.excludeGates && gates.actors.length + gates.groups.length > lightValuesMax;
}

/** Returns the text of `featureJson` in parts. */
export function* featureParts(toggle: Toggle, shape: FeatureShape): Generator<string> {
  if (!isHeavy(toggle, shape)) {
    yield featureJson(toggle, shape);
    return;
  }
  const { groups, actors } = toggle.gates;
  const texts = textsAroundSets(toggle, shape);
  yield `${texts.beforeGroups}[`;
  yield* memberParts(groups);
  yield `]${texts.beforeActors}[`;
  yield* memberParts(actors);
  yield `]${texts.end}`;
}

function* memberParts(set: SortedSet): Generator<string> {
  let separator = "";
  for (const chunk of chunksOf(set)) {
    yield separator + JSON.stringify(chunk).slice(1, -1);
    separator = ",";
  }
}

/** Returns a different number for each shape, 0 to 7. */
export function shapeIndex(shape: FeatureShape): number {
  return (
    (shape.expression ? 4 : 0) + (shape.excludeGates ? 2 : 0) + (shape.excludeGateNames ? 1 : 0)
  );
}

/** The start of a feature object's text, with its key and state. */
function head({ key, gates }: Toggle): string {
  return `{"key":${JSON.stringify(key)},"state":"${featureStateOf(gates)}"`;
}

/** The text of a feature object around the values of its two sets. */
interface TextsAroundSets {
  readonly beforeGroups: string;
  readonly beforeActors: string;
  readonly end: string;
}

/** The gates in their order (docs/api.md#gates). The numbers are finite. */
function textsAroundSets(toggle: Toggle, shape: FeatureShape): TextsAroundSets {
  const { boolean, expression, percentageOfActors, percentageOfTime } = toggle.gates;
  const starts = shape.excludeGateNames ? gateStartsWithoutNames : gateStartsWithNames;
  const expressionText = shape.expression
    ? `${starts.expression}${expression === null ? "null" : JSON.stringify(expression)}},`
    : "";
  return {
    beforeGroups: `${head(toggle)},"gates":[${starts.boolean}${boolean}},${expressionText}${starts.groups}`,
    beforeActors: `},${starts.actors}`,
    end: `},${starts.percentageOfActors}${percentageOfActors}},${starts.percentageOfTime}${percentageOfTime}}]}`,
  };
}

/** The texts of the gate objects before their values. */
function gateStartsOf(hasNames: boolean) {
  const start = (key: string, name: string) =>
    hasNames ? `{"key":"${key}","name":"${name}","value":` : `{"key":"${key}","value":`;
  return {
    boolean: start("boolean", "boolean"),
    expression: start("expression", "expression"),
    groups: start("groups", "group"),
    actors: start("actors", "actor"),
    percentageOfActors: start("percentage_of_actors", "percentage_of_actors"),
    percentageOfTime: start("percentage_of_time", "percentage_of_time"),
  };
}

const gateStartsWithNames = gateStartsOf(true);
const gateStartsWithoutNames = gateStartsOf(false);
