/** The operators, grouped by the fields that the builder shows for them. */
export const groupOperators = ["All", "Any"] as const;
export const comparisonNames = [
  "Equal",
  "NotEqual",
  "GreaterThan",
  "GreaterThanOrEqualTo",
  "LessThan",
  "LessThanOrEqualTo",
] as const;
export const functionNames = [
  "Property",
  "FeatureEnabled",
  "PercentageOfActors",
  "String",
  "Number",
  "Boolean",
  "Percentage",
  "Random",
  "Now",
  "Time",
] as const;

export type GroupOperator = (typeof groupOperators)[number];
export type ComparisonName = (typeof comparisonNames)[number];
type FunctionName = (typeof functionNames)[number];
export type ShapeName = GroupOperator | ComparisonName | FunctionName;

/** The number of arguments of an operator. A test compares the table with the server's operators. */
interface ArgumentCount {
  readonly least: number;
  readonly most: number;
}

const one: ArgumentCount = { least: 1, most: 1 };
const two: ArgumentCount = { least: 2, most: 2 };
const counts: Readonly<Record<ShapeName, ArgumentCount>> = {
  All: { least: 1, most: Number.POSITIVE_INFINITY },
  Any: { least: 1, most: Number.POSITIVE_INFINITY },
  Equal: two,
  NotEqual: two,
  GreaterThan: two,
  GreaterThanOrEqualTo: two,
  LessThan: two,
  LessThanOrEqualTo: two,
  Property: one,
  FeatureEnabled: one,
  PercentageOfActors: two,
  String: one,
  Number: one,
  Boolean: one,
  Percentage: one,
  Random: { least: 0, most: 1 },
  Now: { least: 0, most: 0 },
  Time: one,
};

export function argumentCount(name: ShapeName): ArgumentCount {
  return counts[name];
}

export function shapeNames(): readonly ShapeName[] {
  return [...groupOperators, ...comparisonNames, ...functionNames];
}

/** The operator with a name; undefined if there is none. */
export function findShape(name: string): ShapeName | undefined {
  return shapeNames().find((each) => each === name);
}

export function isGroup(name: ShapeName): name is GroupOperator {
  return name === "All" || name === "Any";
}

export function isComparison(name: ShapeName): name is ComparisonName {
  return comparisonNames.some((each) => each === name);
}
