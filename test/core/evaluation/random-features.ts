import fc from "fast-check";
import type { Actor } from "../../../src/core/evaluation/actor-context.ts";
import { closedGates } from "../../../src/core/evaluation/gates.ts";
import { Toggle } from "../../../src/core/evaluation/toggle.ts";
import { parseExpression } from "../../../src/core/expressions/expression.ts";

/** Also the texts of booleans, which are names if a name is the result of another feature. */
export const featureNames = ["a", "b", "c", "d", "e", "true", "false"] as const;
const names = fc.constantFrom(...featureNames, "unknown");
const wholes = fc.constantFrom("All", "Any");

/** JSON of an expression; operators in it may get a mark (`markOperators`). */
export type Json = string | number | boolean | { readonly [operator: string]: readonly Json[] };

function operation(name: string, ...args: readonly Json[]): Json {
  return { [name]: args };
}

/** Conditions with nothing but `All`, `Any` and references, beside leaves that know no feature. */
const monotone = fc.letrec<{ condition: Json; leaf: Json }>((tie) => ({
  leaf: fc.oneof(
    { arbitrary: names.map((name) => operation("FeatureEnabled", name)), weight: 4 },
    fc.boolean(),
    fc.constantFrom("on", "off").map((name) => operation("Property", name)),
    fc.constant(operation("Equal", operation("Property", "count"), 1)),
  ),
  condition: fc.oneof(
    { maxDepth: 3, depthIdentifier: "condition" },
    { arbitrary: tie("leaf"), weight: 2 },
    {
      arbitrary: fc
        .tuple(wholes, fc.array(tie("condition"), { minLength: 1, maxLength: 3 }))
        .map(([whole, parts]) => operation(whole, ...parts)),
      weight: 3,
    },
  ),
})).condition;

/** Also operators whose value depends on others in any way, names that do, and failures. */
export const anyCondition = fc.letrec<{ condition: Json; leaf: Json }>((tie) => ({
  leaf: fc.oneof(
    { arbitrary: names.map((name) => operation("FeatureEnabled", name)), weight: 4 },
    fc
      .constantFrom("name", "otherName", "list")
      .map((name) => operation("FeatureEnabled", operation("Property", name))),
    fc.boolean(),
    fc.constantFrom("on", "off").map((name) => operation("Property", name)),
    fc
      .constantFrom("count", "list")
      .map((name) => operation("Number", operation("Property", name))),
  ),
  condition: fc.oneof(
    { maxDepth: 3, depthIdentifier: "condition" },
    { arbitrary: tie("leaf"), weight: 3 },
    fc
      .tuple(wholes, fc.array(tie("condition"), { minLength: 1, maxLength: 3 }))
      .map(([whole, parts]) => operation(whole, ...parts)),
    fc
      .tuple(fc.constantFrom("Equal", "NotEqual"), tie("condition"), tie("condition"))
      .map(([operator, left, right]) => operation(operator, left, right)),
    tie("condition").map((value) => operation("FeatureEnabled", operation("String", value))),
    tie("condition").map((value) => operation("Boolean", value)),
  ),
})).condition;

/** A feature's expression and whom its gate `actors` names. */
export interface RandomFeature {
  readonly condition: Json | null;
  readonly actors: readonly string[];
}

function features(condition: fc.Arbitrary<Json>): fc.Arbitrary<ReadonlyMap<string, RandomFeature>> {
  const feature = fc.record({
    condition: fc.option(condition, { freq: 8 }),
    actors: fc.subarray(["User;1"], { minLength: 0 }),
  });
  const closed = feature.map((each) => ({ ...each, actors: [] }));
  return fc
    .array(fc.oneof(feature, { arbitrary: closed, weight: 4 }), {
      minLength: 2,
      maxLength: featureNames.length,
    })
    .map((list) => new Map(list.map((each, index) => [featureNames[index] ?? "", each])));
}

export const monotoneFeatures = features(monotone);
export const anyFeatures = features(anyCondition);

/** Names that depend on the actor or on another feature are among these; others are before them. */
const lastNames = ["e", "true", "false", "unknown"] as const;

/** The features, without references from one to itself or to one before it. */
export function withoutCycles(
  all: ReadonlyMap<string, RandomFeature>,
): ReadonlyMap<string, RandomFeature> {
  const keys = [...all.keys()];
  return new Map(
    [...all].map(([key, { condition, actors }]) => {
      const later = lastNames.some((name) => name === key)
        ? keys.slice(keys.indexOf(key) + 1)
        : [...keys.slice(keys.indexOf(key) + 1), dynamic];
      return [
        key,
        {
          actors,
          condition: condition === null ? null : withReferencesTo(condition, new Set(later)),
        },
      ];
    }),
  );
}

/** The features, without names that depend on the actor or on another feature. */
export function withConstantNames(
  all: ReadonlyMap<string, RandomFeature>,
): ReadonlyMap<string, RandomFeature> {
  const allowed = new Set([...featureNames, "unknown"]);
  return new Map(
    [...all].map(([key, { condition, actors }]) => [
      key,
      { actors, condition: condition === null ? null : withReferencesTo(condition, allowed) },
    ]),
  );
}

/** Stands for a name that is no constant. */
const dynamic = Symbol("dynamic");

function withReferencesTo(json: Json, allowed: ReadonlySet<string | symbol>): Json {
  if (typeof json !== "object") {
    return json;
  }
  const [[name, args] = ["", []]] = Object.entries(json);
  const [first] = args;
  if (name === "FeatureEnabled" && !allowed.has(typeof first === "string" ? first : dynamic)) {
    return false;
  }
  return operation(name, ...args.map((arg) => withReferencesTo(arg, allowed)));
}

function actorsWith(name: fc.Arbitrary<string>): fc.Arbitrary<readonly Actor[]> {
  return fc.array(
    fc.record({
      flipperId: fc.constantFrom("User;1", "User;2", "User;3"),
      properties: fc.record({
        on: fc.boolean(),
        off: fc.constant(false),
        name,
        otherName: name,
        list: fc.constant([]),
        count: fc.constantFrom(0, 1),
      }),
    }),
    { maxLength: 3 },
  );
}

export const anyActors = actorsWith(names);
/** For features without cycles: no property is the name of one that has such names itself. */
export const actorsWithLastNames = actorsWith(fc.constantFrom(...lastNames));

/** `wrap` may change each operator of an expression, which it gets with a number of its own. */
export function togglesOf(
  all: ReadonlyMap<string, RandomFeature>,
  wrap: (operator: Json, key: string) => Json = (operator) => operator,
): ReadonlyMap<string, Toggle> {
  const wrapped = (json: Json, key: string): Json => {
    if (typeof json !== "object") {
      return json;
    }
    const [[name, args] = ["", []]] = Object.entries(json);
    return wrap(operation(name, ...args.map((arg) => wrapped(arg, key))), key);
  };
  return new Map(
    [...all].map(([key, feature]) => {
      const condition = feature.condition === null ? null : wrapped(feature.condition, key);
      // An expression is an operator, not a constant.
      const expression = condition === null ? null : parseExpression({ All: [condition] });
      return [key, new Toggle(key, { ...closedGates, actors: feature.actors, expression })];
    }),
  );
}
