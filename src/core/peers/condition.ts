import type { Argument, Expression } from "../expressions/expression.ts";

const tests: ReadonlySet<string> = new Set([
  ...["FeatureEnabled", "PercentageOfActors"],
  ...["GreaterThan", "GreaterThanOrEqualTo", "LessThan", "LessThanOrEqualTo"],
]);

const comparedMax = 64;

/** An expression, or a constant, which an expression without operators cannot be. */
export type PeerCondition = Expression | boolean;

/** A flat `All` or `Any`; constants are folded, and short lists repeat no operand. */
export function allOf(conditions: readonly PeerCondition[]): PeerCondition {
  return joined("All", false, conditions);
}

export function anyOf(conditions: readonly PeerCondition[]): PeerCondition {
  return joined("Any", true, conditions);
}

/** The operands of an `Any` at the root; the condition itself otherwise. */
export function alternativesOf(condition: PeerCondition): readonly PeerCondition[] {
  return operandsOf("Any", condition) ?? [condition];
}

/** The opposite for every context in which the evaluation does not fail. */
export function negated(condition: PeerCondition): PeerCondition {
  if (typeof condition === "boolean") {
    return !condition;
  }
  const all = operandsOf("All", condition);
  if (all !== undefined) {
    return anyOf(all.map(negated));
  }
  const any = operandsOf("Any", condition);
  if (any !== undefined) {
    return allOf(any.map(negated));
  }
  if (condition.Equal !== undefined) {
    const [left, right] = condition.Equal;
    return right === false && isTest(left) ? left : { NotEqual: condition.Equal };
  }
  return condition.NotEqual === undefined
    ? { Equal: [condition, false] }
    : { Equal: condition.NotEqual };
}

/** The names of the properties that are converted to text. With a list, the gate does not match. */
export function propertiesReadAsText(condition: PeerCondition): ReadonlySet<string> {
  const names = new Set<string>();
  if (typeof condition === "object") {
    collectProperties(condition, names);
  }
  return names;
}

export function propertyNamed(name: string): Expression {
  return { Property: [name] };
}

export function textOfProperty(name: string): Expression {
  return { String: [propertyNamed(name)] };
}

export function sameCondition(left: PeerCondition, right: PeerCondition): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

/** Whether an argument is an operator that is only true or false, so that its negation can end. */
function isTest(argument: Argument | undefined): argument is Expression {
  const [name = ""] = typeof argument === "object" ? Object.keys(argument) : [];
  return tests.has(name);
}

function joined(
  operator: "All" | "Any",
  decisive: boolean,
  conditions: readonly PeerCondition[],
): PeerCondition {
  const operands = new Map<Expression | string, Expression>();
  const isLong = conditions.length > comparedMax;
  for (const condition of conditions) {
    if (condition === decisive) {
      return decisive;
    }
    if (typeof condition === "object") {
      for (const operand of operandsOf(operator, condition) ?? [condition]) {
        operands.set(isLong || isWhole(operand) ? operand : JSON.stringify(operand), operand);
      }
    }
  }
  const [first, second] = operands.values();
  if (first === undefined) {
    return !decisive;
  }
  return second === undefined ? first : { [operator]: [...operands.values()] };
}

/** Operands in parts and in long lists are not compared by their text. */
function isWhole({ All, Any }: Expression): boolean {
  return All !== undefined || Any !== undefined;
}

export function operandsOf(
  operator: "All" | "Any",
  condition: PeerCondition,
): readonly Expression[] | undefined {
  return typeof condition === "boolean"
    ? undefined
    : condition[operator]?.filter((each): each is Expression => typeof each === "object");
}

function collectProperties(argument: Argument, names: Set<string>): void {
  if (typeof argument !== "object") {
    return;
  }
  const converted = argument.String?.[0];
  const name = typeof converted === "object" ? converted.Property?.[0] : undefined;
  if (typeof name === "string") {
    names.add(name);
  }
  for (const each of Object.values(argument).flat()) {
    collectProperties(each, names);
  }
}
