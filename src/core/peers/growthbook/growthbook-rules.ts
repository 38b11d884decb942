import { isJsonObject, type JsonObject } from "../../text/json-object.ts";
import type { Attribute } from "../attribute.ts";
import { all, always, type Bounds, never, not, type Rule, unknown } from "../bounds.ts";
import { isGiven, listIn, memberOf, numberIn, objectIn, textIn } from "../document-values.ts";
import type { GrowthBookConditions } from "./growthbook-conditions.ts";

/** Buckets from 0 to 1: the first one is included, the last one is not. */
type Range = readonly [number, number];

/** The values that a rule can serve. */
export function valuesOf(rule: JsonObject): readonly unknown[] {
  return Object.hasOwn(rule, "force") ? [rule.force] : listIn(rule, "variations");
}

/** A rule without the features that it needs, as rules with one result each. */
export function ruleBounds(
  rule: JsonObject,
  featureKey: string,
  conditions: GrowthBookConditions,
): readonly Rule[] {
  const condition = objectIn(rule, "condition");
  const targeting = all([
    always,
    isGiven(rule, "filters") || isGiven(rule, "namespace")
      ? unknown("it uses a namespace")
      : always,
    condition === undefined ? always : conditions.condition(condition),
  ]);
  const attribute = conditions.attribute(textIn(rule, "hashAttribute") || "id");
  return Object.hasOwn(rule, "force")
    ? [
        {
          condition: all([targeting, rolloutBounds(rule, featureKey, attribute)]),
          result: rule.force === true ? always : never,
        },
      ]
    : experimentRules(rule, featureKey, attribute).map((each) => ({
        ...each,
        condition: all([targeting, each.condition]),
      }));
}

function rolloutBounds(rule: JsonObject, featureKey: string, attribute: Attribute): Bounds {
  const coverage = numberIn(rule, "coverage");
  const range = rangeOf(memberOf(rule, "range"));
  if (range === undefined && isGiven(rule, "range")) {
    return unknown("it has a range that cannot be read");
  }
  if (range === undefined && coverage === undefined) {
    return always;
  }
  const version = versionOf(rule);
  return version === undefined
    ? unknown("it uses an unknown hash function")
    : rangeBounds(
        range ?? [0, coverage ?? 0],
        attribute,
        `${textIn(rule, "seed") || featureKey} ${version}`,
      );
}

function experimentRules(
  rule: JsonObject,
  featureKey: string,
  attribute: Attribute,
): readonly Rule[] {
  const variations = listIn(rule, "variations");
  const version = versionOf(rule);
  if (isGiven(rule, "contextualVariations") || version === undefined) {
    const bandit = unknown("it has an experiment that learns, or an unknown hash function");
    return [{ condition: bandit, result: bandit }];
  }
  if (variations.length < 2) {
    return [];
  }
  const hash = `${textIn(rule, "seed") || textIn(rule, "key") || featureKey} ${version}`;
  const passes = listIn(rule, "meta").map(
    (each) => isJsonObject(each) && each.passthrough === true,
  );
  const served = rangesOf(rule, variations.length)
    .map((range, index) => ({ range, isTrue: variations[index] === true, passes: passes[index] }))
    .filter(({ range: [start, end], passes }) => end > start && passes !== true);
  if (isComplete(served.map(({ range }) => range))) {
    // Everyone with a value is in the experiment, so only the size of the share matters.
    const ofTrue = served.filter(({ isTrue }) => isTrue).map(({ range }) => range);
    const share = ofTrue.reduce((sum, [start, end]) => sum + end - start, 0);
    const names = ofTrue.filter(([start]) => start > 0).map((range) => range.join(" to "));
    const enabled = rangeBounds([0, share], attribute, [hash, ...names].join(" "));
    return [
      { condition: enabled, result: always },
      { condition: attribute.isTruthy(), result: never },
    ];
  }
  return served.map(({ range, isTrue }) => ({
    condition: rangeBounds(range, attribute, hash),
    result: isTrue ? always : never,
  }));
}

/** Whether each bucket is in one range. */
function isComplete(ranges: readonly Range[]): boolean {
  const starts = [...ranges.map(([start]) => start), 1];
  const ends = [0, ...ranges.map(([, end]) => end)];
  return starts.every((start, index) => Math.abs(start - (ends[index] ?? 0)) < 1e-6);
}

/** Whether the hash of a context is in a range; a context without a value is in none. */
function rangeBounds([start, end]: Range, attribute: Attribute, hash: string): Bounds {
  const upTo = (limit: number) => {
    const percentage = Math.round(limit * 1e8) / 1e6;
    return all([attribute.rollout(percentage, hash), attribute.isTruthy()]);
  };
  return start > 0 ? all([upTo(end), not(upTo(start))]) : upTo(end);
}

function rangesOf(rule: JsonObject, count: number): readonly Range[] {
  const given = listIn(rule, "ranges").map((each) => rangeOf(each) ?? ([0, 0] as const));
  if (given.length > 0) {
    return given;
  }
  const coverage = Math.min(Math.max(numberIn(rule, "coverage") ?? 1, 0), 1);
  const weights = listIn(rule, "weights").map(Number);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const isUsable = weights.length === count && sum >= 0.99 && sum <= 1.01;
  let start = 0;
  return Array.from({ length: count }, (_, index): Range => {
    const weight = (isUsable ? weights[index] : undefined) ?? 1 / count;
    const range: Range = [start, start + coverage * weight];
    start += weight;
    return range;
  });
}

function rangeOf(value: unknown): Range | undefined {
  const [start, end]: readonly unknown[] = Array.isArray(value) ? value : [];
  return typeof start === "number" && typeof end === "number" ? [start, end] : undefined;
}

/** Undefined for a hash function that the SDK does not know. */
function versionOf(rule: JsonObject): 1 | 2 | undefined {
  const version = memberOf(rule, "hashVersion") || 1;
  return version === 1 || version === 2 ? version : undefined;
}
